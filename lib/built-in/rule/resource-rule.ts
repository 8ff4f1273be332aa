import { fieldAt } from '../../schema/index.ts';
import { type Cause, requiredValue } from '../field-cause.ts';
import { causeIf, type StructRule, setFields } from './struct-rule.ts';

const limitRangeItem: StructRule = ({ type, min, max }) => {
  const isBounded = [min, max].some((each) => fieldAt(each, 'storage') !== undefined);
  const text = 'either minimum or maximum storage value is required, but neither was provided';
  return causeIf(type === 'PersistentVolumeClaim' && !isBounded, () => requiredValue('limits', text));
};

const deviceRequest: StructRule = (request): readonly Cause[] =>
  causeIf(setFields(request, ['exactly', 'firstAvailable']).length !== 1, () =>
    requiredValue('', 'exactly one of `exactly` or `firstAvailable` is required'),
  );

/** Definition → rule. */
export const resourceRules: Readonly<Record<string, StructRule>> = {
  'core.v1.LimitRangeItem': limitRangeItem,
  'resource.v1.DeviceRequest': deviceRequest,
};
