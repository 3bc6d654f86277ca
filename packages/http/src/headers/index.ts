export { acceptedFormats, acceptedTypes, negotiate } from './accept.ts';
export { parseCommitHeaders, type CommitHeaders, type HeaderReader } from './commit.ts';
export { entityTag, parseIfMatch } from './entity-tags.ts';
export { itemTagHeader, OBJECT_TAGS, parseItemTags, VERSION_TAGS } from './item-tags.ts';
export { CONTENT_TYPE, essence, formatOf, listOf, notServed, type Format } from './media-types.ts';
export { parsePrefer, type Preference } from './prefer.ts';
export { fromHeader } from './utf8.ts';
