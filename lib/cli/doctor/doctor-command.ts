import type { AppCommand } from '../project/app-loader.ts';
import { clusterOptions, resultOption } from '../terminal/shared-option.ts';
import type { DoctorOptions } from './doctor.ts';

/** Adds the command `doctor` with its options. */
export const addDoctorCommand: AppCommand = (program, load) => {
  const doctor = program
    .command('doctor')
    .description(
      'print what is missing on this machine or in the cluster, and why the operator or a resource is not ready',
    )
    .argument('[resource]', 'a custom resource, as kind/name (default: the operator only)')
    .option('-n, --namespace <name>', 'the namespace of the resource (default: that of the context)')
    .addOption(resultOption())
    .action(async (resource: string | undefined, options: DoctorOptions) => {
      const { executeDoctor } = await import('./doctor.ts');
      await executeDoctor(load, resource, options);
    })
    .addHelpText('after', doctorHelp);

  for (const option of clusterOptions()) doctor.addOption(option);
};

const doctorHelp = `
Exits with 0 if there is no problem; with 1 for problems; with 2 for a wrong command line.`;
