/** The memory of an object or a list, of a field and of an item, in bytes: measured with Node 24. */
const [containerBytes, fieldBytes, itemBytes] = [72, 56, 16];

const [quote, backslash, colon, comma, list, object] = Buffer.from('"\\:,[{');

/**
 * Returns the maximum memory of parsed JSON: its text, the text of its fields, and its objects and lists. A list of
 * empty objects takes twenty times the bytes of its text. Linear, and without recursion.
 */
export function parsedBytes(json: Uint8Array): number {
  let bytes = 2 * json.length;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) isText = false;
    } else if (sign === quote) isText = true;
    else if (sign === comma) bytes += itemBytes;
    else if (sign === colon) bytes += fieldBytes;
    else if (sign === list || sign === object) bytes += containerBytes;
  }
  return bytes;
}
