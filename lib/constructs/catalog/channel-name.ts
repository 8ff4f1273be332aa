/** Whether a text can be the name of a channel: it stands in lists with commas, in labels of images, and on command lines. */
export function isChannelName(text: string): boolean {
  return /^[^\s,\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text);
}
