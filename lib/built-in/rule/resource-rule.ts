import type { JsonObject } from '../../api/index.ts';
import { fieldAt } from '../../schema/index.ts';
import { type Cause, requiredValue } from '../field-cause.ts';
import { type StructRule, setFields } from './struct-rule.ts';

function* limitRangeItem({ type, min, max }: JsonObject): Iterable<Cause> {
  const isBounded = [min, max].some((each) => fieldAt(each, 'storage') !== undefined);
  if (type === 'PersistentVolumeClaim' && !isBounded)
    yield requiredValue('limits', 'either minimum or maximum storage value is required, but neither was provided');
}

/** Requests of devices have one form. */
function* deviceRequest(request: JsonObject): Iterable<Cause> {
  if (setFields(request, ['exactly', 'firstAvailable']).length !== 1)
    yield requiredValue('', 'exactly one of `exactly` or `firstAvailable` is required');
}

/** Definition → rule. */
export const resourceRules: Readonly<Record<string, StructRule>> = {
  'core.v1.LimitRangeItem': limitRangeItem,
  'resource.v1.DeviceRequest': deviceRequest,
};
