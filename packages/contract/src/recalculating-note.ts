/** Of an answer that tells which missed calls were returned while that is worked out anew. */
export const recalculatingNote =
  'The time within which a missed call counts as returned was changed, and calls are being recalculated: until that is done, some customers still have figures by the time before.'
