import type { PortalUser } from '@callboard/contract/users'
import { useState } from 'react'
import { fullName, initials } from '#web/lib/session/current-user.ts'
import classes from '#web/ui/values/UserAvatar.module.css'

interface UserAvatarProps {
  user: Pick<PortalUser, 'firstName' | 'lastName' | 'userName' | 'thumbnailUrl'>
  /** Pixels. */
  size?: number
}

/** A user's picture, or initials where there is none; hidden from screen readers, as the name is beside it. */
export function UserAvatar({ user, size = 28 }: UserAvatarProps) {
  const url = user.thumbnailUrl
  const [missingUrl, setMissingUrl] = useState<string>()
  return (
    <span
      aria-hidden
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.43) }}
    >
      {url === null || url === missingUrl ? (
        initials(fullName(user))
      ) : (
        <img className={classes.picture} src={url} alt="" onError={() => setMissingUrl(url)} />
      )}
    </span>
  )
}
