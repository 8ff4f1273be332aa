export { type ControllerPorts, type RunningController, runningController } from './controller.ts';
