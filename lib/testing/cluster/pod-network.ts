import { addressPlan } from './address-plan.ts';

/**
 * Returns the CNI configuration of a node: pods are on a bridge, and the node routes their traffic. Pods keep their
 * addresses everywhere: none is translated.
 *
 * @param number - of the node, from 1
 * @param directory - of the addresses in use
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
