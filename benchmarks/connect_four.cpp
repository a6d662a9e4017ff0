// Alpha-beta on 7×6 Connect Four as one would write it by hand: the twin of zermelo/search/alphabeta.py with
// zermelo/games/connect_four.py and a flat evaluation. With -DLINE it keeps the principal line, as ours always does.
//
//     connect_four DEPTH RUNS NODE_LIMIT     prints the best run as JSON

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

constexpr int COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1, CELLS = COLUMNS * ROWS;
constexpr int MIDDLE_FIRST[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
constexpr int LONGEST = CELLS;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

struct State {
    uint64_t mine, full;  // a bit a cell, column by column from the bottom, one free bit on top
    int64_t ply;

    bool is_open(int column) const { return !(full >> (column * HEIGHT + ROWS - 1) & 1); }

    State after(int column) const { return {full ^ mine, full | (full + (1ULL << (column * HEIGHT))), ply + 1}; }

    bool has_row() const {  // of the player who just moved
        const uint64_t discs = full ^ mine;
        for (int shift : {1, HEIGHT - 1, HEIGHT, HEIGHT + 1}) {
            const uint64_t pairs = discs & discs >> shift;
            if (pairs & pairs >> 2 * shift) return true;
        }
        return false;
    }
};

struct Search {
    int64_t limit;
    int64_t nodes = 0, leaves = 0, cutoffs = 0;
#ifdef LINE
    struct Line {
        int64_t length;
        std::array<int64_t, LONGEST> moves;  // indices of actions
    };
    std::array<Line, LONGEST + 1> lines{};  // [depth]
#endif

    void forget([[maybe_unused]] int depth) {
#ifdef LINE
        lines[depth].length = 0;
#endif
    }

    // Seldom called: inlined into the recursion it would only crowd the registers of the loop (a third slower).
    [[gnu::noinline]] void remember([[maybe_unused]] int index, [[maybe_unused]] int depth) {
#ifdef LINE
        Line& line = lines[depth];
        const Line& below = lines[depth - 1];
        std::copy_n(below.moves.begin(), below.length, line.moves.begin() + 1);
        line.moves[0] = index;
        line.length = below.length + 1;
#endif
    }

    // For MAX, who moves at even plies: exact inside (alpha, beta), else a bound.
    double value(State state, int depth, double alpha, double beta) {
        if (++nodes > limit) return 0;
        forget(depth);
        if (state.has_row()) return ++leaves, state.ply & 1 ? 1 : -1;
        if (state.ply == CELLS) return ++leaves, 0;
        if (depth == 0) return ++leaves, ++cutoffs, 0;
        int index = -1;
        double best;
        if (state.ply % 2 == 0) {
            best = -INFINITE;
            for (int column : MIDDLE_FIRST) {
                if (!state.is_open(column)) continue;
                ++index;
                best = std::max(best, value(state.after(column), depth - 1, alpha, beta));
                if (best >= beta) return best;
                if (best > alpha) alpha = best, remember(index, depth);
            }
        } else {
            best = INFINITE;
            for (int column : MIDDLE_FIRST) {
                if (!state.is_open(column)) continue;
                ++index;
                best = std::min(best, value(state.after(column), depth - 1, alpha, beta));
                if (best <= alpha) return best;
                if (best < beta) beta = best, remember(index, depth);
            }
        }
        return best;
    }

    // The empty board, MAX to move: each child in turn, with what an earlier one is worth as alpha.
    double root(int depth) {
        ++nodes;
        double best = -INFINITE;
        for (int column : MIDDLE_FIRST) {
            const double found = value(State{0, 0, 0}.after(column), depth - 1, best, INFINITE);
            if (nodes > limit) break;
            best = std::max(best, found);
        }
        return best > -INFINITE ? best : 0;
    }
};

int main(int count, char** words) {
    const int depth = count > 1 ? std::clamp(std::atoi(words[1]), 1, LONGEST) : 13;
    const int runs = count > 2 ? std::max(1, std::atoi(words[2])) : 1;
    const int64_t limit = count > 3 ? std::atoll(words[3]) : int64_t{1} << 62;
    double seconds = INFINITE, processor = INFINITE, value = 0;
    Search search{limit};
    for (int run = 0; run < runs; ++run) {
        search = Search{limit};
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t ticks = std::clock();
        value = search.root(depth);
        processor = std::min(processor, double(std::clock() - ticks) / CLOCKS_PER_SEC);
        seconds = std::min(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("{\"value\": %g, \"nodes\": %lld, \"leaves\": %lld, \"cutoffs\": %lld, \"seconds\": %.6f, "
                "\"processor_seconds\": %.6f, \"nodes_per_second\": %.0f}\n",
                value, (long long)search.nodes, (long long)search.leaves, (long long)search.cutoffs, seconds,
                processor, search.nodes / seconds);
}
