/** The pages that are opened most: what they are opened for, and the most that they may fetch until nothing is left to be fetched. */
export const firstPages = {
  dashboard: {
    path: '/app/dashboard/default',
    figure: 'section[aria-label="Figures of the period"] > div[aria-busy="false"]',
    maxKB: 530,
    maxRequests: 30,
  },
  list: {
    path: '/reports/calldetails?period=last7Days',
    figure: 'tbody tr[data-row-key], [role="list"][aria-label="Calls"] a, ul[aria-label="Calls"] a',
    maxKB: 530,
    maxRequests: 32,
  },
  report: {
    path: '/reports/0e000000-0000-7000-8000-000000000001',
    figure: 'main [role="img"] canvas, main tbody td',
    maxKB: 710,
    maxRequests: 34,
  },
} as const
