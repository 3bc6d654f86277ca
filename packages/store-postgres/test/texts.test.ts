import { deletion, first, newContribution, newEhr, newTemplate, next, planOn } from '@cairn/core/testing';
import type { Store } from '@cairn/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaf } from '../src/schema.ts';
import { originalText, storableText } from '../src/text.ts';
import { openFreshStore } from './support/databases.ts';
import { postgresWanted } from './support/wanted.ts';

describe('a text at rest', () => {
  const nasty = fc.string({ unit: fc.constantFrom('\0', '\u001a', '0', '1', 'ä'), maxLength: 8 });

  test('has no U+0000, and comes back as it was', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(storableText(text)).not.toContain('\0');
        expect(originalText(storableText(text))).toBe(text);
      }),
    );
  });
});

test('a bound with U+0000 finds all that it should, and PostgreSQL takes it', () => {
  const unit = fc.constantFrom('\0', '\u0001', 'a', 'b');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 4 }), fc.string({ unit, maxLength: 4 }), (word, bound) => {
      const stored = word.replaceAll('\0', '');
      const sent = String(leaf.text.mapToDriverValue(bound));
      expect(sent).not.toContain('\0');
      expect(stored >= sent || stored < bound).toBe(true);
      expect(stored <= sent || stored > bound).toBe(true);
    }),
  );
});

describe.runIf(postgresWanted)('words that PostgreSQL would not take come back all the same', () => {
  let store: Store;
  beforeAll(async () => void (store = await openFreshStore()), 60_000);
  afterAll(() => store.close());

  test.each([
    ['U+0000', 'a\0b\0'],
    ['U+001A', '\u001a0 \u001a1 \u001a'],
    ['both, beside quotes and backslashes', String.raw`\u0000 \\u0000 "\0" ` + '\0\u001a'],
  ])('%s', async (_, words) => {
    const subject = { namespace: words, id: words };
    const created = newEhr({ subject });
    const { ehrId } = created;
    expect((await store.commits.commit(created)).kind).toBe('committed');
    expect((await store.records.ehrBySubject(subject))?.subject).toEqual(subject);
    expect(await store.records.ehrBySubject({ namespace: words, id: 'a' })).toBeUndefined();

    const version = first({ signature: words, systemId: words, document: JSON.stringify(words) });
    const { objectId } = version;
    const contribution = newContribution({ committer: words, audit: JSON.stringify(words) });
    const attestations = [{ objectId, number: 1, attestation: JSON.stringify(words) }];
    const tag = { key: words, value: words, targetPath: words };
    const plan = planOn(ehrId, {
      contribution,
      versions: [version],
      attestations,
      tags: [{ target: { objectId }, tags: [tag] }],
    });
    expect((await store.commits.commit(plan)).kind).toBe('committed');

    const {
      signature,
      systemId,
      audit,
      attestations: attested,
    } = (await store.records.history(ehrId, objectId))[0] ?? {};
    expect({ signature, systemId, audit }).toEqual({ signature: words, systemId: words, audit: JSON.stringify(words) });
    expect(attested?.map(({ attestation }) => attestation)).toEqual([JSON.stringify(words)]);
    expect((await store.records.contributions(ehrId, { offset: 0, fetch: 1 })).rows[0]?.committer).toBe(words);
    const found = await store.records.contribution(ehrId, contribution.contributionId);
    expect(found?.versions).toEqual([{ objectId, number: 1, systemId: words, kind: 'COMPOSITION' }]);
    const { objects } = await store.commits.loadForCommit(ehrId, [objectId]);
    expect(objects.get(objectId)?.latest.systemId).toBe(words);
    expect((await store.tags.tags(ehrId)).map(({ tag: stored, target }) => [stored, target.systemId])).toEqual([
      [tag, words],
    ]);
    await store.commits.commit(planOn(ehrId, { versions: [deletion(next(version, { number: 1 }))] }));

    expect(await store.definitions.template(words)).toBeUndefined();
    expect(await store.definitions.deleteTemplate(words)).toBe('absent');
    const template = newTemplate({ templateId: words });
    expect(await store.definitions.putTemplate(template, '<template/>')).toBe('stored');
    expect((await store.definitions.template(words))?.templateId).toBe(words);
    expect(await store.settings.putIfAbsent(words, words)).toBe(words);
  });

  test('halves of characters become U+FFFD', async () => {
    const version = first({ signature: 'a\ud83d', document: '"\ud83d"' });
    const created = newEhr();
    await store.commits.commit(created);
    await store.commits.commit(planOn(created.ehrId, { versions: [version] }));
    const stored = await store.records.version(created.ehrId, version.objectId, { kind: 'latest' });
    expect(stored?.signature).toBe('a\ufffd');
    expect(new TextDecoder().decode(stored?.document)).toBe('"\ufffd"');
  });
});
