import classes from '#web/app/shell/OfflineStrip.module.css'
import { useIsOnline } from '#web/lib/network.ts'

/** Says that what is on the page may be out of date. Nothing moves by it. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={classes.place}>
      {!isOnline && <div className={classes.strip}>You are offline. What you see may be out of date.</div>}
    </div>
  )
}
