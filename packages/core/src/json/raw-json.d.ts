// JSON source text access (ECMAScript stage 4, in every Node.js that Cairn supports); TypeScript's library does not
// declare it yet.
interface JSON {
  rawJSON(text: string): { readonly rawJSON: string };
}
