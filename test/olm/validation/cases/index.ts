// All bad bundles, by what is wrong with them

import type { BadCase } from '../corpus/bad-case.ts';
import { accessCases } from './access.ts';
import { apiServerCases, catalogToolCases } from './api-server.ts';
import { containerCases } from './container.ts';
import { definitionCases } from './definition.ts';
import { deploymentCases } from './deployment.ts';
import { exampleCases } from './example.ts';
import { extraCases } from './extra.ts';
import { layoutCases } from './layout.ts';
import { metadataCases } from './metadata.ts';
import { monitorCases } from './monitor.ts';
import { ownedCases } from './owned.ts';
import { podFormCases } from './pod-form.ts';
import { removedApiCases } from './removed-api.ts';
import { rightCases } from './right.ts';
import { serviceVersionCases } from './service-version.ts';
import { variableCases } from './variable.ts';
import { volumeCases } from './volume.ts';
import { webhookCases } from './webhook.ts';

/** One mistake each. */
export const badCases: readonly BadCase[] = [
  ...accessCases,
  ...apiServerCases,
  ...catalogToolCases,
  ...containerCases,
  ...deploymentCases,
  ...extraCases,
  ...layoutCases,
  ...metadataCases,
  ...monitorCases,
  ...podFormCases,
  ...rightCases,
  ...serviceVersionCases,
  ...variableCases,
  ...volumeCases,
  ...webhookCases,
  ...definitionCases,
  ...exampleCases,
  ...ownedCases,
  ...removedApiCases,
];
