/**
 * Returns true if a text can be the name of a channel, which is part of lists with commas, labels of images, and
 * command lines.
 */
export function isChannelName(text: string): boolean {
  return /^[^\s,\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text);
}
