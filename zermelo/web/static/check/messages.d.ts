// What a check of a search found, for the type checker; docs/page.md describes it.

export interface Checked {
  type: "check";
  searches: { name: string; right: boolean; lines: string[]; tree: string }[]; // tree: "": there is none to show
}
