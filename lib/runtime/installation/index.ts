export { InstallationGuard } from './installation-guard.ts';
export { Restoration } from './restoration.ts';
