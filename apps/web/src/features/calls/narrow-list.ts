/** Where there is no room for a table of calls, nor for a call beside it. */
export const narrowList = '(width < 700px)'
