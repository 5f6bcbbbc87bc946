/** Of an answer that tells which missed calls were returned while that is worked out anew. */
export const recalculatingNote =
  'The time within which a missed call counts as returned was changed, and calls are worked out anew: until that is done, those of some customers are still told by the time before.'
