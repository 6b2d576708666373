// Days and hours, or hours and minutes.

export const timeLeft = {
  /** 2 d 5 h, 5 h 12 min */
  en: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000);
    const hours = Math.floor(minutes / 60);
    if (hours >= 24) return `${Math.floor(hours / 24)}\u00a0d ${hours % 24}\u00a0h`;
    return hours > 0 ? `${hours}\u00a0h ${minutes % 60}\u00a0min` : `${minutes}\u00a0min`;
  },
  /** 2日5時間、5時間12分 */
  ja: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000);
    const hours = Math.floor(minutes / 60);
    if (hours >= 24) return `${Math.floor(hours / 24)}日${hours % 24}時間`;
    return hours > 0 ? `${hours}時間${minutes % 60}分` : `${minutes}分`;
  },
};
