/** Returns the time since a timestamp as `kubectl get` shows it, such as `5m30s`. */
export function ageText(timestamp: string, nowMs: number): string {
  const thenMs = Date.parse(timestamp);
  if (Number.isNaN(thenMs)) return '<invalid>';
  const seconds = Math.floor((nowMs - thenMs) / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return joined(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return joined(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return joined(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  if (days < 8 * 365) return joined(Math.floor(days / 365), 'y', days % 365, 'd');
  return `${Math.floor(days / 365)}y`;
}

/** Returns the time since a timestamp, which may be empty. */
export function timeText(timestamp: string, nowMs: number): string {
  return timestamp === '' ? '<unknown>' : ageText(timestamp, nowMs);
}

function joined(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
}
