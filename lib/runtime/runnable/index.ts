export {
  type Runnable,
  RunnableError,
  type RunnableGroup,
  type RunnableGroupPorts,
  runGroups,
} from './runnable-group.ts';
