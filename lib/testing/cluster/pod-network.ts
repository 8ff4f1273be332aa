import { addressPlan } from './address-plan.ts';

/**
 * How the pods of a node are connected: to a bridge on it, by which they reach what it routes to. Addresses are the pods' own
 * everywhere: nothing is translated.
 *
 * @param number - of the node, from 1
 * @param directory - where the addresses that are taken are kept
 * @see https://www.cni.dev/plugins/current/main/bridge/
 */
export function podNetwork(number: number, directory: string): object {
  return {
    cniVersion: '1.0.0',
    name: 'pods',
    plugins: [
      {
        type: 'bridge',
        bridge: 'pods',
        isGateway: true,
        // A pod may reach itself by the address of its Service.
        hairpinMode: true,
        ipam: {
          type: 'host-local',
          dataDir: directory,
          ranges: [[{ subnet: addressPlan.podsOf(number) }]],
          routes: [{ dst: '0.0.0.0/0' }],
        },
      },
    ],
  };
}
