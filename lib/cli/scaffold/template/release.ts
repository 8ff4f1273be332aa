import type { OperatorProps } from 'operand';
import manifest from './package.json' with { type: 'json' };

/** The published data of this version. The image is that of `node main.ts image build`, in your registry. */
export const release: OperatorProps = {
  version: manifest.version,
  image: `example.com/template-operator:${manifest.version}`,
};
