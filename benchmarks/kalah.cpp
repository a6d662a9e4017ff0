// Alpha-beta on Kalah (six pits, four seeds) as one would write it by hand: the twin of examples/kalah_bits.py with the
// plain search and a flat evaluation. It keeps the principal line, as ours always does.
//
//     kalah DEPTH RUNS     prints the best run as JSON

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

constexpr int PITS = 6, SEEDS = 4, WIDTH = PITS + 1, PIT = 63, LONGEST = 64;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

struct State {
    int64_t mine, yours;  // six bits a pit, of player 0 and of player 1
    int64_t bank, other_bank, player;

    int64_t side() const { return player == 0 ? mine : yours; }

    State after(int pit) const {
        const bool first = player == 0;
        int64_t own = first ? mine : yours, other = first ? yours : mine;
        int64_t store = first ? bank : other_bank, other_store = first ? other_bank : bank;
        const int64_t hand = own >> 6 * pit & PIT;
        own &= ~(int64_t{PIT} << 6 * pit);
        int place = pit;
        for (int64_t i = 0; i < hand; ++i) {
            if (++place == 2 * PITS + 1) place = 0;
            if (place < PITS) own += int64_t{1} << 6 * place;
            else if (place == PITS) ++store;
            else other += int64_t{1} << 6 * (place - WIDTH);
        }
        if (place < PITS && (own >> 6 * place & PIT) == 1) {
            const int opposite = 6 * (PITS - 1 - place);
            const int64_t caught = other >> opposite & PIT;
            if (caught) {
                store += caught + 1;
                own &= ~(int64_t{PIT} << 6 * place);
                other &= ~(int64_t{PIT} << opposite);
            }
        }
        if (own == 0 || other == 0) {
            for (int left = 0; left < PITS; ++left) {
                store += own >> 6 * left & PIT;
                other_store += other >> 6 * left & PIT;
            }
            own = other = 0;
        }
        const int64_t next = place == PITS ? player : 1 - player;
        if (first) return {own, other, store, other_store, next};
        return {other, own, other_store, store, next};
    }

    bool is_over() const { return mine == 0 && yours == 0; }
    double utility() const { return double(bank - other_bank); }  // to player 0
};

struct Search {
    int64_t nodes = 0, leaves = 0, cutoffs = 0;
    struct Line {
        int64_t length;
        std::array<int64_t, LONGEST> moves;  // indices of actions
    };
    std::array<Line, LONGEST + 1> lines{};  // [depth]

    // Seldom called: inlined into the recursion it would only crowd the registers of the loop.
    [[gnu::noinline]] void remember(int index, int depth) {
        Line& line = lines[depth];
        const Line& below = lines[depth - 1];
        std::copy_n(below.moves.begin(), below.length, line.moves.begin() + 1);
        line.moves[0] = index;
        line.length = below.length + 1;
    }

    // For player 0: exact inside (alpha, beta), else a bound.
    double value(State state, int depth, double alpha, double beta) {
        ++nodes;
        lines[depth].length = 0;
        if (state.is_over()) return ++leaves, state.utility();
        if (depth == 0) return ++leaves, ++cutoffs, 0;
        const int64_t side = state.side();
        int index = -1;
        double best;
        if (state.player == 0) {
            best = -INFINITE;
            for (int pit = 0; pit < PITS; ++pit) {
                if (!(side >> 6 * pit & PIT)) continue;
                ++index;
                best = std::max(best, value(state.after(pit), depth - 1, alpha, beta));
                if (best >= beta) return best;
                if (best > alpha) alpha = best, remember(index, depth);
            }
        } else {
            best = INFINITE;
            for (int pit = 0; pit < PITS; ++pit) {
                if (!(side >> 6 * pit & PIT)) continue;
                ++index;
                best = std::min(best, value(state.after(pit), depth - 1, alpha, beta));
                if (best <= alpha) return best;
                if (best < beta) beta = best, remember(index, depth);
            }
        }
        return best;
    }

    double root(int depth) {
        int64_t full = 0;
        for (int pit = 0; pit < PITS; ++pit) full += int64_t{SEEDS} << 6 * pit;
        const State start{full, full, 0, 0, 0};
        ++nodes;
        double best = -INFINITE;
        for (int pit = 0; pit < PITS; ++pit) best = std::max(best, value(start.after(pit), depth - 1, best, INFINITE));
        return best;
    }
};

int main(int count, char** words) {
    const int depth = count > 1 ? std::clamp(std::atoi(words[1]), 1, LONGEST) : 11;
    const int runs = count > 2 ? std::max(1, std::atoi(words[2])) : 1;
    double seconds = INFINITE, processor = INFINITE, value = 0;
    Search search;
    for (int run = 0; run < runs; ++run) {
        search = Search{};
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
