// Alpha-beta practice: which branches will not be looked at, and how the student's guess compares.

/**
 * Compares the branches that a student marked with those that alpha-beta cut.
 *
 * nodes, children: of the whole tree. cut: identities of the branches that were cut. marked: nodes.
 * A cut branch is right when all of its leaves are marked; a mark is wrong when it covers a leaf that is looked at.
 */
export function compared(nodes, children, cut, marked) {
  const cutNodes = nodes.flatMap(({ id }, index) => (cut.has(id) ? [index] : []));
  const skipped = new Set(cutNodes.flatMap((node) => leavesBelow(children, node)));
  const covered = new Set([...marked].flatMap((node) => leavesBelow(children, node)));
  const right = cutNodes.filter((node) => leavesBelow(children, node).every((leaf) => covered.has(leaf)));
  const missed = cutNodes.filter((node) => !right.includes(node));
  const wrong = [...marked].filter((node) => leavesBelow(children, node).some((leaf) => !skipped.has(leaf)));
  return { right, missed, wrong, words: told(right.length, missed.length, wrong.length) };
}

function told(right, missed, wrong) {
  const all = right + missed;
  if (all === 0 && wrong === 0) return "Right: nothing is cut in this tree.";
  if (missed === 0 && wrong === 0) {
    const found = all === 1 ? "the one branch that is cut" : `all ${all} branches that are cut`;
    return `All right: you found ${found}.`;
  }
  const parts = [`${right} of ${all} right`];
  if (missed) parts.push(`${missed} missed (!)`);
  if (wrong) parts.push(`${wrong} wrong (✗): alpha-beta does look there`);
  return `${parts.join(", ")}.`;
}

function leavesBelow(children, top) {
  const leaves = [];
  const waiting = [top];
  while (waiting.length) {
    const node = waiting.pop();
    if (children[node].length === 0) leaves.push(node);
    waiting.push(...children[node]);
  }
  return leaves;
}

/** A tree to practise on, as text. */
export function randomTree() {
  const levels = Math.random() < 0.5 ? 2 : 3;
  return JSON.stringify(family(levels, levels === 2 ? 3 : 2));
}

function family(levels, size) {
  const count = size + (Math.random() < 0.3 ? 1 : 0);
  return Array.from({ length: count }, () => (levels > 1 ? family(levels - 1, size) : Math.floor(Math.random() * 16)));
}
