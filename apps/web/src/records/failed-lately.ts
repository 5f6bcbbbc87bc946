import { failedLatelyDays } from '@callboard/contract/mails'

/** Of mails and deliveries: those that administrators are told of. */
export const failedLatelyName = `Failed or uncertain, last ${failedLatelyDays} days`
