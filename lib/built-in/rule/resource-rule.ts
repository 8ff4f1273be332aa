import { fieldAt } from '../../schema/index.ts';
import { type Cause, requiredValue } from '../field-cause.ts';
import { causeIf, innerPath, type StructRule, setFields } from './struct-rule.ts';

const limitRangeItem: StructRule = ({ type, min, max }, path) => {
  const isBounded = [min, max].some((each) => fieldAt(each, 'storage') !== undefined);
  const text = 'either minimum or maximum storage value is required, but neither was provided';
  return causeIf(type === 'PersistentVolumeClaim' && !isBounded, () => requiredValue(innerPath(path, 'limits'), text));
};

const deviceRequest: StructRule = (request, path): readonly Cause[] =>
  causeIf(setFields(request, ['exactly', 'firstAvailable']).length !== 1, () =>
    requiredValue(path, 'exactly one of `exactly` or `firstAvailable` is required'),
  );

/** Definition → rule. */
export const resourceRules: Readonly<Record<string, StructRule>> = {
  'core.v1.LimitRangeItem': limitRangeItem,
  'resource.v1.DeviceRequest': deviceRequest,
};
