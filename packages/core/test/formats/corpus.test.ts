import { describe, expect, it } from 'vitest';
import { readCanonicalXml, writeCanonicalXml } from '../../src/formats/index.ts';
import type { JsonObject } from '../../src/json/index.ts';
import { isJsonObject, parseJson } from '../../src/json/index.ts';
import { checkRm } from '../../src/validation/check-rm.ts';
import { parseXml } from '../../src/xml/index.ts';
import { corpusDir, corpusFiles, corpusText } from '../support/corpus.ts';
import { normalise, refusalOf } from './xml.ts';
import { breaches, readSchema } from './xsd.ts';

/** Files that no reading of the reference model allows, by what is wrong with them. */
const notRm: Readonly<Record<string, string>> = {
  'IDCR-LabReportRAW1_with_normal_status.xml': 'type_unknown', // xsi:type="CODE_PRASE"
  'test_all_types.fixed.v1.xml': 'unknown_attribute', // EVALUATION.time_asserted
};

/** What releases after 1.0.2 added, as far as the corpus has it. */
const later = new Set([
  'CODE_PHRASE.preferred_term',
  'ELEMENT.null_reason',
  'ISM_TRANSITION.reason',
  'FEEDER_AUDIT_DETAILS.other_details',
]);

describe.skipIf(corpusDir === undefined)('canonical XML of the corpus', () => {
  const v1 = ['BaseTypes', 'Structure', 'Content', 'Composition', 'Version'].map(
    (name) => `opt-1.4-ehrbase-sdk/${name}.xsd`,
  );
  const schema = corpusDir === undefined ? new Map() : readSchema(v1);

  const toXml = (object: JsonObject, type: string): string => {
    const xml = writeCanonicalXml(object, type);
    if (type === 'COMPOSITION') expect(breaches(schema, parseXml(xml), type, later)).toEqual([]);
    return xml;
  };

  it('is judged by a check that sees what is out of order', () => {
    const wrong =
      '<composition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><uid/><name xsi:type="DV_TEXT"/><x/></composition>';
    expect(breaches(schema, parseXml(wrong), 'COMPOSITION', later)).toEqual([
      'uid: UID_BASED_ID is not concrete',
      'COMPOSITION.name comes too late',
      'name: needless xsi:type DV_TEXT',
      'COMPOSITION.x is not in the schema',
    ]);
  });

  const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

  it.each(corpusFiles('compositions-xml', '.xml'))('%s', (file) => {
    const text = corpusText(file);
    const wrong = notRm[fileName(file)];
    if (wrong !== undefined) {
      expect(refusalOf(() => readCanonicalXml(text, 'COMPOSITION'))).toEqual([expect.stringMatching(`^${wrong} `)]);
      return;
    }
    const read = readCanonicalXml(text, 'COMPOSITION');
    // What the file lacks is its own fault; anything else would be a mistake of the reader.
    expect(checkRm(read, 'COMPOSITION').structural.filter(({ code }) => code !== 'missing_attribute')).toEqual([]);
    const again = readCanonicalXml(toXml(read, 'COMPOSITION'), 'COMPOSITION');
    expect(again).toEqual(read);
  });

  it.each([
    ['compositions', 'COMPOSITION', 135],
    ['ehr_status', 'EHR_STATUS', 10],
    ['directories', 'FOLDER', 8],
  ])('%s in JSON that are %s go through XML unchanged', (folder, type, least) => {
    const objects = corpusFiles(folder, '.json').map((file) => [file, parseJson(corpusText(file))] as const);
    let sound = 0;
    for (const [file, object] of objects) {
      if (!isJsonObject(object) || checkRm(object, type).structural.length > 0) continue;
      sound += 1;
      expect(normalise(readCanonicalXml(toXml(object, type), type), type), file).toEqual(normalise(object, type));
    }
    expect(sound).toBeGreaterThanOrEqual(least);
  });
});
