export {
  type Runnable,
  RunnableError,
  type RunnableGroup,
  runGroups,
} from './runnable-group.ts';
