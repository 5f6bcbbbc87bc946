import { failedLatelyDays } from '@callboard/contract/mails'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Of the table `mail`: whether administrators are told of it. */
export const mailFailedLately = sql<SqlBool>`(mail.status IN ('failed', 'uncertain') AND ${isLate('mail')})`

/** Of the table `delivery`, and `mail` joined to it. */
export const deliveryFailedLately = sql<SqlBool>`(${isLate('delivery')} AND (delivery.status = 'failed'
  OR (delivery.status = 'mailed' AND coalesce(mail.status, 'uncertain') IN ('failed', 'uncertain'))))`

function isLate(table: 'mail' | 'delivery'): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.created_at`)} >= now() - make_interval(days => ${failedLatelyDays})`
}
