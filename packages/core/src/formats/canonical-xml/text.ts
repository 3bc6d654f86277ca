/** XML 1.0 characters (section 2.2) that stand for themselves in element content; CR would come back as LF. */
const plain = /^[\t\n\u0020-%'-;=?-\uD7FF\uE000-\uFFFD]*$/;
/** All XML 1.0 characters. */
const legal = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escape = (text: string, special: RegExp): string => text.replace(special, (char) => references[char] ?? char);

/** Text as element content; undefined when it holds a character that XML 1.0 has no way to write. */
export function elementText(text: string): string | undefined {
  if (plain.test(text)) return text;
  return legal.test(text) ? escape(text, /[&<>\r]/g) : undefined;
}

/** Text as an attribute's value, to stand in double quotes; undefined as for {@link elementText}. */
export const attributeText = (text: string): string | undefined =>
  legal.test(text) ? escape(text, /[&<>"\t\n\r]/g) : undefined;

/** Text as element content at any price: what XML 1.0 can't hold becomes U+FFFD. For messages, never for data. */
export const lossyElementText = (text: string): string => escape(text.replace(illegal, '\uFFFD'), /[&<>\r]/g);
