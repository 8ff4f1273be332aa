import { Failure } from './failure.ts';

const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns the name of the archive of a run: its time without punctuation. Names sort by time. */
export function archiveName(run: string): string {
  const time = new Date(run);
  if (Number.isNaN(time.valueOf())) throw new Failure(`the time of the run, ${run}, is not RFC 3339: correct it`);
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Returns the time of an archive in milliseconds; undefined if this isn't the name of an archive. */
export function archiveTime(name: string): number | undefined {
  const [match, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
  return match === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
