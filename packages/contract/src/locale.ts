/** The portal speaks one language and writes numbers and dates one way, whatever the browser or the server prefers. */
export const locale = 'en-US'
