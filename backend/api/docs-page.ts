import { z } from 'zod';
import { escapeHtml } from '../../src/lib/escape-html.ts';

/**
 * The page behind `/api/docs`, for developers, so English only. It has no script: it works under the strictest policy.
 */

type Schema = {
  type?: string | string[] | undefined;
  description?: string | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  pattern?: string | undefined;
  format?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
};

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
  }),
);

const media = z.object({ schema: schema.optional(), example: z.unknown().optional() });
const content = z.record(z.string(), media).optional();
const scheme = z.object({
  type: z.string(),
  scheme: z.string().optional(),
  in: z.string().optional(),
  name: z.string().optional(),
  description: z.string(),
});
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: schema.optional(),
});
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content })),
});
const shape = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  components: z.object({ securitySchemes: z.record(z.string(), scheme) }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});
type Document = z.output<typeof shape>;
type Operation = z.output<typeof operation>;
type Call = Operation & { method: string; path: string };

/** The descriptions' Markdown: paragraphs, `code` and *emphasis*. */
const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('');

const table = (caption: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption>
<thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>${rows
        .map(
          ([first = '', ...rest]) =>
            `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
        )
        .join('')}</tbody></table></div>`;

const code = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

const typeOf = ({ type, anyOf, oneOf, items, ...rest }: Schema): string => {
  if (rest.const !== undefined) return code(rest.const);
  if (rest.enum !== undefined) return rest.enum.map(code).join(' or ');
  const options = anyOf ?? oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return escapeHtml([type ?? 'any'].flat().join(' or '));
};

const limitsOf = ({ format, pattern, minimum, maximum, minLength, maxLength }: Schema): string[] => [
  ...(format === undefined ? [] : [`Format ${code(format)}.`]),
  // A date has a pattern too, which is long.
  ...(pattern === undefined || format !== undefined ? [] : [`Matches ${code(pattern)}.`]),
  ...(minimum === undefined || maximum === undefined ? [] : [`From ${minimum} to ${maximum}.`]),
  ...(minLength === undefined ? [] : [`At least ${minLength} characters.`]),
  ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
];

const meaningOf = (field: Schema): string =>
  [...(field.description === undefined ? [] : [inline(field.description)]), ...limitsOf(field)].join(' ');

/** Lists the fields of an object, also those of nested objects and lists, as `data.session.url`. */
const fieldsOf = (given: Schema, prefix = ''): string[][] =>
  Object.entries(given.properties ?? {}).flatMap(([name, field]) => [
    [code(prefix + name), typeOf(field) + (given.required?.includes(name) ? '' : ', optional'), meaningOf(field)],
    ...[field, ...(field.items === undefined ? [] : [field.items]), ...(field.anyOf ?? [])].flatMap((nested) =>
      fieldsOf(nested, `${prefix}${name}.`),
    ),
  ]);

const variantsOf = (given: Schema): Schema[] => given.anyOf ?? given.oneOf ?? [given];

const json = (value: unknown): string => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

/** Returns a command that makes the call, with a placeholder for each secret. */
const curlOf = ({ servers: [server], components: { securitySchemes } }: Document, call: Call): string => {
  const [name] = Object.keys(call.security.find((requirement) => Object.keys(requirement).length > 0) ?? {});
  const used = name === undefined ? undefined : securitySchemes[name];
  const query = (call.parameters ?? [])
    .filter((given) => given.in === 'query' && given.required === true)
    .map((given) => `${given.name}=…`)
    .concat(used?.in === 'query' ? [`${used.name}=…`] : []);
  const address = `${server?.url ?? ''}${call.path}${query.length === 0 ? '' : `?${[...new Set(query)].join('&')}`}`;
  const [[type, body] = []] = Object.entries(call.requestBody?.content ?? {});
  const example = body?.example;
  const data =
    type === 'application/x-www-form-urlencoded' ? z.record(z.string(), z.string()).safeParse(example).data : undefined;
  const lines = [
    `curl -X ${call.method} '${address}'`,
    ...(used?.scheme === 'bearer' ? ["-H 'Authorization: Bearer …'"] : []),
    ...(used?.in === 'header' ? [`-H '${used.name}: …'`] : []),
    ...(type === undefined || example === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(data !== undefined
      ? [`-d '${new URLSearchParams(data)}'`]
      : example === undefined
        ? []
        : [`-d '${JSON.stringify(example)}'`]),
  ];
  return lines.join(' \\\n  ');
};

const securityText = ({ components: { securitySchemes } }: Document, { security }: Call): string => {
  const texts = security.map((requirement) => {
    const [name] = Object.keys(requirement);
    const used = name === undefined ? undefined : securitySchemes[name];
    if (used === undefined) return 'nothing';
    const place =
      used.scheme === 'bearer' ? '<code>Authorization: Bearer …</code>' : `the ${used.in} ${code(used.name)}`;
    return `${place}. ${inline(used.description)}`;
  });
  return texts.length === 0 ? 'none. Everybody may make this call.' : texts.join(' Or: ');
};

const bodyText = (call: Call): string => {
  const contents = Object.entries(call.requestBody?.content ?? {});
  const [, given] = contents[0] ?? [];
  if (given?.schema === undefined) return '';
  const types = contents.map(([type]) => code(type)).join(' or ');
  return `<h4>Body</h4><p>${types}</p>${table(`Fields of the body of ${call.operationId}`, ['Field', 'Type', 'Meaning'], fieldsOf(given.schema))}`;
};

const successText = (call: Call): string => {
  const given = call.responses['200']?.content?.['application/json'];
  if (given?.schema === undefined) return '';
  const variants = variantsOf(given.schema).map((variant, index) =>
    table(
      `Fields of the answer of ${call.operationId}${index === 0 ? '' : ', other form'}`,
      ['Field', 'Type', 'Meaning'],
      fieldsOf(variant),
    ),
  );
  return `<h4>Answer, 200</h4>${variants.join('')}${json(given.example)}`;
};

const failureText = (call: Call): string => {
  const rows = Object.entries(call.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, { description }]) =>
      description.split('\n\n').map((line) => {
        const [name = '', ...meaning] = line.split(': ');
        return [inline(name), status, inline(meaning.join(': '))];
      }),
    );
  return `<h4>Errors</h4>${table(`Error codes of ${call.operationId}`, ['Code', 'Status', 'Meaning'], rows)}`;
};

const parameterText = (call: Call): string => {
  const rows = (call.parameters ?? []).map((given) => [
    code(given.name),
    escapeHtml(given.in),
    typeOf(given.schema ?? {}) + (given.required === true ? '' : ', optional'),
    [given.description === undefined ? '' : inline(given.description), ...limitsOf(given.schema ?? {})].join(' '),
  ]);
  return rows.length === 0
    ? ''
    : `<h4>Parameters</h4>${table(`Parameters of ${call.operationId}`, ['Name', 'In', 'Type', 'Meaning'], rows)}`;
};

const callText = (document: Document, call: Call): string => `
<section id="${escapeHtml(call.operationId)}" aria-labelledby="${escapeHtml(call.operationId)}-title">
<h3 id="${escapeHtml(call.operationId)}-title"><span class="method">${call.method}</span> <code>${escapeHtml(call.path)}</code></h3>
<p class="summary">${inline(call.summary)}</p>${paragraphs(call.description)}
<p><strong>Authentication:</strong> ${securityText(document, call)}</p>
<pre tabindex="0">${escapeHtml(curlOf(document, call))}</pre>
${parameterText(call)}${bodyText(call)}${successText(call)}${failureText(call)}</section>`;

const anchorOf = (tag: string): string => `part-${tag.toLowerCase().replaceAll(' ', '-')}`;

/** Returns the page of one of our OpenAPI documents. @param paths of the style sheet and of the document itself */
export const docsPage = (given: unknown, paths: { styles: string; document: string }): string => {
  const document = shape.parse(given);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): Call => ({ ...call, method: method.toUpperCase(), path })),
  );
  const parts = document.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((part) => part.calls.length > 0);
  const contents = parts.map(
    (part) =>
      `<li><a href="#${anchorOf(part.name)}">${escapeHtml(part.name)}</a><ul>${part.calls
        .map((call) => `<li><a href="#${escapeHtml(call.operationId)}">${inline(call.summary)}</a></li>`)
        .join('')}</ul></li>`,
  );
  const sections = parts.map(
    (part) =>
      `<h2 id="${anchorOf(part.name)}">${escapeHtml(part.name)}</h2>${paragraphs(part.description)}${part.calls
        .map((call) => callText(document, call))
        .join('')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(document.info.title)}: API</title><link rel="stylesheet" href="${paths.styles}"></head>
<body><header><h1>${escapeHtml(document.info.title)}: API</h1></header>
<div class="columns"><nav aria-label="Calls"><ul>${contents.join('')}</ul></nav>
<main>${paragraphs(document.info.description)}
<p>Server: ${document.servers.map(({ url }) => code(url)).join(', ')}. <a href="${paths.document}">OpenAPI document</a></p>
${sections.join('')}</main></div></body></html>
`;
};
