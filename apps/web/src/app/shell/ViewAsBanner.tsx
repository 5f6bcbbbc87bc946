import { Button } from 'antd'
import classes from '#web/app/shell/ViewAsBanner.module.css'
import { fullName, useCurrentUser, useRealUser } from '#web/lib/current-user.ts'
import { stopViewing } from '#web/lib/view-as.ts'

/** Shows at all times that this is another user's portal, with the way out of it. */
export function ViewAsBanner() {
  const user = useCurrentUser()
  // Until they are loaded, and when they cannot be.
  const name = user === useRealUser() ? 'another user' : fullName(user)
  return (
    <div className={classes.banner} role="status">
      <span className={classes.text}>
        Viewing as <strong>{name}</strong>
      </span>
      <span aria-hidden>·</span>
      <span className={classes.fixed}>read-only</span>
      <span aria-hidden>·</span>
      <Button size="small" onClick={stopViewing}>
        Stop
      </Button>
    </div>
  )
}
