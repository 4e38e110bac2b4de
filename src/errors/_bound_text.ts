/** Truncates a string from the other side to `most` characters, so that no error holds a megabyte of it. */
export function boundText(text: string, most = 1_000): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
