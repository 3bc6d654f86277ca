import { CdrError } from '@cairn/core';
import {
  etagOf,
  jsonAnswer,
  segment,
  writtenAnswer,
  type Answer,
  type Call,
  type Operation,
} from '../routing/index.ts';

const PATH = '/definition/template/adl1.4';
const COMMON = { group: 'Template', produces: ['xml', 'webtemplate', 'json'] } as const;

/** The OPT as it was uploaded, or its web template. */
async function templateBody(
  call: Call,
  templateId: string,
): Promise<Pick<Answer, 'body' | 'format'> & { readonly uid: string }> {
  if (call.format === 'xml') {
    const { opt, uid } = await call.cdr.templates.get(templateId);
    return { body: opt, format: 'xml', uid };
  }
  const { webTemplate, uid } = await call.cdr.templates.webTemplate(templateId);
  return { body: JSON.stringify(webTemplate), format: call.format, uid };
}

const templateUpload: Operation = {
  ...COMMON,
  id: 'definition_template_adl1.4_upload',
  method: 'POST',
  path: PATH,
  summary: 'Upload an operational template (OPT 1.4)',
  consumes: ['xml'],
  headers: ['Prefer'],
  statuses: [201, 400, 409],
  async handle(call) {
    const opt = await call.bytes();
    if (opt.length === 0)
      throw new CdrError('invalid_body', 'The body must be an operational template, and there is none.');
    const { templateId, uid } = await call.cdr.templates.upload(opt);
    return writtenAnswer(call, {
      uid,
      created: true,
      path: `${PATH}/${segment(templateId)}`,
      representation: async () => {
        const { uid: _, ...body } = await templateBody(call, templateId);
        return body;
      },
    });
  },
};

const templateList: Operation = {
  group: 'Template',
  id: 'definition_template_adl1.4_list',
  method: 'GET',
  path: PATH,
  summary: 'List the operational templates',
  produces: ['json'],
  statuses: [200],
  async handle(call) {
    const rows = await call.cdr.templates.list();
    return jsonAnswer(rows.map((row) => ({ ...row })));
  },
};

const templateGet: Operation = {
  ...COMMON,
  id: 'definition_template_adl1.4_get',
  method: 'GET',
  path: `${PATH}/{template_id}`,
  summary: 'Get an operational template, or its web template',
  statuses: [200, 404],
  async handle(call) {
    const { uid, ...body } = await templateBody(call, call.param('template_id'));
    return { status: 200, headers: etagOf(call, uid), ...body };
  },
};

export const templateOperations: readonly Operation[] = [templateUpload, templateList, templateGet];
