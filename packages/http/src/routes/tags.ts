import {
  CdrError,
  isJsonObject,
  type Issue,
  type ItemTag,
  type JsonObject,
  type JsonValue,
  type TagFilter,
} from '@cairn/core';
import { jsonAnswer, type Answer, type Call, type Operation } from '../routing/index.ts';

type Taggable = 'COMPOSITION' | 'EHR_STATUS';

const filterOf = (call: Call): TagFilter => {
  const [keys, values, targetPaths] = [
    call.queryAll('tag_key'),
    call.queryAll('tag_value'),
    call.queryAll('tag_target_path'),
  ];
  return {
    ...(keys.length > 0 && { keys }),
    ...(values.length > 0 && { values }),
    ...(targetPaths.length > 0 && { targetPaths }),
  };
};

const ehrTagsGet: Operation = {
  group: 'ITEM_TAG',
  id: 'ehr_tags_get',
  method: 'GET',
  path: '/ehr/{ehr_id}/tags',
  summary: 'Get the tags of an EHR',
  produces: ['json'],
  query: ['tag_key', 'tag_value', 'tag_target_path'],
  statuses: [200, 404],
  async handle(call) {
    return jsonAnswer(await call.cdr.tags.ofEhr(call.param('ehr_id'), filterOf(call)));
  },
};

/** Tags of one kind of object; the id in the path is that of a version or of the whole versioned object. */
function tagOperations(kind: Taggable, resource: string): readonly Operation[] {
  const common = { group: 'ITEM_TAG' } as const;
  const path = `/ehr/{ehr_id}/${resource}/{uid_based_id}/tags`;
  const target = (call: Call) => [call.param('ehr_id'), kind, call.param('uid_based_id')] as const;
  return [
    {
      ...common,
      id: `${resource}_tags_get`,
      method: 'GET',
      path,
      summary: `Get the tags of a ${kind}`,
      produces: ['json'],
      query: ['tag_key', 'tag_value', 'tag_target_path'],
      statuses: [200, 404],
      async handle(call) {
        return jsonAnswer(await call.cdr.tags.of(...target(call), filterOf(call)));
      },
    },
    {
      ...common,
      id: `${resource}_tags_update`,
      method: 'PUT',
      path,
      summary: `Replace the tags of a ${kind}`,
      produces: ['json'],
      consumes: ['json'],
      headers: ['Prefer'],
      statuses: [200, 204, 400, 404, 409],
      async handle(call) {
        const tags = await call.cdr.tags.replace(...target(call), readTags(await call.json()));
        return replaced(call, tags);
      },
    },
    {
      ...common,
      id: `${resource}_tags_delete`,
      method: 'DELETE',
      path: `${path}/{key}`,
      summary: `Remove the tags with a key from a ${kind}`,
      statuses: [204, 404, 409],
      async handle(call) {
        await call.cdr.tags.remove(...target(call), call.param('key'));
        return { status: 204 };
      },
    },
  ];
}

function replaced(call: Call, tags: readonly JsonObject[]): Answer {
  const applied: Record<string, string> =
    call.prefer === undefined ? {} : { 'preference-applied': `return=${call.prefer}` };
  const preference = call.prefer ?? call.options.defaultPreference;
  return preference === 'representation' ? jsonAnswer(tags, applied) : { status: 204, headers: applied };
}

const MEMBERS = ['key', 'value', 'target_path'];
/** What `GET` adds: a list that was read may be sent back. */
const IGNORED = ['_type', 'target', 'owner_id'];

/** The list of UPDATE_ITEM_TAG that a body holds. */
function readTags(body: JsonValue): readonly ItemTag[] {
  const issues: Issue[] = [];
  const report = (path: string, code: string, message: string): void => void issues.push({ path, code, message });
  if (!Array.isArray(body)) {
    report('/', 'not_an_array', 'must be an array of tags');
    throw new CdrError('invalid_body', 'The body must be an array of tags.', { issues });
  }
  const tags = body.map((tag: JsonValue, index): ItemTag => {
    const path = `/[${index}]`;
    if (!isJsonObject(tag)) {
      report(path, 'not_an_object', 'must be an object with key, and optionally value and target_path');
      return { key: '' };
    }
    for (const name of Object.keys(tag)) {
      if (!MEMBERS.includes(name) && !IGNORED.includes(name))
        report(`${path}/${name}`, 'unknown_attribute', 'a tag has no such attribute');
      else if (MEMBERS.includes(name) && typeof tag[name] !== 'string')
        report(`${path}/${name}`, 'wrong_type', 'must be text');
    }
    if (tag['key'] === undefined) report(`${path}/key`, 'missing_attribute', 'is required');
    const member = (name: string): string | undefined => (typeof tag[name] === 'string' ? tag[name] : undefined);
    const [key = '', value, targetPath] = [member('key'), member('value'), member('target_path')];
    return { key, ...(value !== undefined && { value }), ...(targetPath !== undefined && { targetPath }) };
  });
  if (issues.length > 0) throw new CdrError('invalid_body', 'The body is not a list of tags.', { issues });
  return tags;
}

export const tagsOperations: readonly Operation[] = [
  ehrTagsGet,
  ...tagOperations('COMPOSITION', 'composition'),
  ...tagOperations('EHR_STATUS', 'ehr_status'),
];
