import { Answer } from "../transport/mod.ts";

/** A part of an answer as one of its own, such as one reply of a batch. */
export function partOf(answer: Answer, text: string): Answer {
  return new Answer(answer, text, answer.attempts, answer.cameAt, answer.request);
}
