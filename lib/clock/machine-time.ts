/**
 * The origin of the system clock's monotonic time on a clock that all processes of this machine share, so that they can
 * exchange times.
 */
export const machineOriginMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
