// The messages of the lessons, for the type checker; docs/page.md describes them.

import type { Picture } from "../common/messages.js";

export interface Span {
  text: string;
  style: "" | "emphasis" | "strong" | "code" | "link";
  target: string; // of a link
}

export interface LessonHead {
  name: string;
  number: number;
  title: string;
  summary: string;
  figures: number;
  questions: string[]; // their names
  address: string;
}

export interface FigureBlock {
  kind: "figure";
  place: string;
  name: string;
  title: string;
  explanation: string;
  number: number;
  drawing: string;
  algorithm: string; // "": it is only looked at
  depth: number | null;
  simulations: number | null;
  step: number;
  play: string; // an address
  debugger: string; // "": none
}

export interface QuestionBlock {
  kind: "question";
  place: string;
  name: string;
  prompt: Span[];
  asks: string;
  hint: string;
  choices: { text: string; spans: Span[] }[]; // none: something is to be given
}

export type Block =
  | { kind: "heading" | "paragraph"; spans: Span[] }
  | { kind: "items"; items: Span[][]; numbered: boolean }
  | { kind: "code"; language: string; text: string }
  | FigureBlock
  | QuestionBlock;

export interface Contents {
  type: "lessons";
  lessons: LessonHead[];
}

export interface LessonMessage extends LessonHead {
  type: "lesson";
  blocks: Block[];
  notebook: string; // an address
  before: LessonHead | null;
  after: LessonHead | null;
}

export interface Verdict {
  type: "answer";
  right: boolean | null; // null: it could not be read
  words: string;
}

export interface FigureMessage {
  type: "figure";
  picture: Picture | null; // null: it is drawn as an SVG
  svg: string;
  words: string; // the same for those who do not see it
}
