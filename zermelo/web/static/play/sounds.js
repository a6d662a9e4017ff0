// Sounds of moves, made by the browser itself. They are off until a person turns them on, which is remembered.

/** @import {Position} from "../common/messages.js" */

import { announce, remembered } from "../common/dom.js";

/** @typedef {"move" | "capture" | "roll" | "warning" | "end"} Sound */
/** @type {Record<Sound, [hertz: number, seconds: number][]>} one note after the other */
const NOTES = {
  move: [[330, 0.06]],
  capture: [[250, 0.05], [180, 0.08]],
  roll: [[520, 0.03], [430, 0.03], [560, 0.03], [380, 0.05]],
  warning: [[620, 0.07], [620, 0.1]],
  end: [[392, 0.12], [494, 0.12], [587, 0.25]],
};
const LOUDNESS = 0.12;
const STORE = "sounds";

let isOn = remembered(STORE) === "on";
/** @type {AudioContext | null} made when the first sound is heard: browsers want a click before */
let audio = null;

/**
 * Turns sounds on and off by a button.
 *
 * @param {HTMLElement} button
 */
export function switchBy(button) {
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn));
    button.title = isOn ? "Sounds: on" : "Sounds: off";
  };
  show();
  button.addEventListener("click", () => {
    isOn = !isOn;
    remembered(STORE, isOn ? "on" : "off");
    show();
    announce(button.title);
    if (isOn) hearSound("move");
  });
}

/**
 * What a move sounds like.
 *
 * @param {Position} before
 * @param {Position} after
 * @returns {Sound}
 */
export function soundOf(before, after) {
  if (after.mover === null) return "end";
  if (after.last?.mover === -1) return "roll";
  const [was, now] = [before.picture, after.picture];
  if (was.kind !== "board" || now.kind !== "board") return "move";
  if (now.warned.length) return "warning";
  /** @param {string[][]} cells */
  const pieces = (cells) => cells.flat().filter(Boolean).length;
  return pieces(now.cells) < pieces(was.cells) ? "capture" : "move";
}

/** @param {Sound} sound */
export function hearSound(sound) {
  if (!isOn || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {}); // it is allowed after the next click
  let at = audio.currentTime;
  for (const [hertz, seconds] of NOTES[sound]) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(LOUDNESS, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
