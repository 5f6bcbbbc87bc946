import { failedLatelyDays } from '@callboard/contract/mails'

/** Of emails and deliveries: those that administrators are warned of. */
export const failedLatelyName = `Failed or uncertain, last ${failedLatelyDays} days`
