/** A page that shows `/openapi.json`: no assets from elsewhere, and no script but its own. */
export const VIEWER = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn API</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
  code { font-family: ui-monospace, monospace; }
  details { border: 1px solid #ccc; border-radius: 6px; margin: .4rem 0; padding: .4rem .8rem; }
  summary { cursor: pointer; }
  summary code { margin-right: .6rem; }
  table { border-collapse: collapse; margin: .6rem 0; }
  td, th { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0; }
</style>
<h1>Cairn API</h1>
<p>Made from <a href="/openapi.json"><code>/openapi.json</code></a>, which is made from what is mounted.</p>
<main></main>
<script>
  const element = (name, text, ...children) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    made.append(...children);
    return made;
  };
  const table = (rows) => element('table', '', ...rows.map((cells) => element('tr', '', ...cells.map((cell) => element('td', cell)))));
  fetch('/openapi.json').then((response) => response.json()).then((api) => {
    const main = document.querySelector('main');
    const groups = new Map();
    for (const [path, methods] of Object.entries(api.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const group = groups.get(operation.tags[0]) ?? [];
        groups.set(operation.tags[0], [...group, { path, method, operation }]);
      }
    for (const [name, operations] of groups) {
      main.append(element('h2', name));
      for (const { path, method, operation } of operations)
        main.append(element('details', '',
          element('summary', '', element('code', method.toUpperCase() + ' ' + api.servers[0].url + path), operation.summary),
          table(operation.parameters.map((parameter) => [parameter.name, parameter.in + (parameter.required ? ', required' : ''), parameter.description ?? ''])),
          table(Object.entries(operation.responses).map(([status, response]) => [status, response.description, Object.keys(response.content ?? {}).join(', ')]))));
    }
  });
</script>
</html>
`;

/** Nothing is loaded but the description, and nothing may frame the page. */
export const VIEWER_POLICY =
  "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";
