// In: HOST and PORT from the environment, and HTTP requests. Out: responses, and their count at /metrics. Run in the pods of
// ExampleApp. It has one file without imports of packages, so that its image needs no build.

import { createServer } from 'node:http';

/** Series → count. The usual one is there before its first request, so that a rate counts that one, too. */
const counts = new Map([[seriesOf(200, 'GET'), 0]]);

function seriesOf(code: number, method: string): string {
  return `http_requests_total{code="${code}",method="${method.toLowerCase()}"}`;
}

/** Returns the counts in the text format of Prometheus. */
function metrics(): string {
  const samples = Array.from(counts, ([series, count]) => `${series} ${count}\n`);
  const help = 'Requests that were answered, except those for metrics.';
  return `# HELP http_requests_total ${help}\n# TYPE http_requests_total counter\n${samples.join('')}`;
}

const server = createServer(({ method = 'GET', url = '/' }, response) => {
  if (url === '/metrics') {
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8').end(metrics());
    return;
  }
  const code = url === '/' ? 200 : 404;
  const series = seriesOf(code, method);
  counts.set(series, (counts.get(series) ?? 0) + 1);
  response.writeHead(code, { 'content-type': 'text/plain' }).end(code === 200 ? 'hello\n' : 'not found\n');
});

const { HOST: host = 'localhost', PORT: port = '8080' } = process.env;
server.listen(Number(port), host, () => console.log('listens', server.address()));
// Requests end with their responses, and then the process.
process.once('SIGTERM', () => server.close());
