/** Of an answer that tells which missed calls were returned while that is worked out anew. */
export const recalculatingNote =
  'The time limit for returned calls was changed and calls are being recalculated. Until that is done, figures of some customers still use the earlier limit.'
