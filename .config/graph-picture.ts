// Draws the structure of the apps, as their `graph` command does. Called by `npm run docs`; a test fails while a picture
// is out of date.

import { app as database } from '../apps/database/app.ts';
import { app as memcached } from '../apps/memcached/app.ts';
import { operatorGraph } from '../lib/cli/graph/operator-graph.ts';
import { svgPicture } from '../lib/cli/graph/svg.ts';
import { Operator } from '../lib/constructs/index.ts';

/** Returns the pictures: the path from the repository's root → the text. */
export function graphPictures(): Map<string, string> {
  return new Map(
    Object.entries({ database, memcached }).flatMap(([name, app]) =>
      Operator.in(app).map((operator) => [`docs/graph-${name}.svg`, svgPicture(operatorGraph(operator))]),
    ),
  );
}
