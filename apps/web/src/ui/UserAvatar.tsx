import type { PortalUser } from '@callboard/contract/users'
import { Avatar } from 'antd'
import { fullName, initials } from '#web/lib/current-user.ts'

interface UserAvatarProps {
  user: PortalUser
  size?: number
}

/** A user's picture or initials; hidden from screen readers, as the name is beside it. */
export function UserAvatar({ user, size = 28 }: UserAvatarProps) {
  return (
    <span aria-hidden>
      <Avatar size={size} src={user.thumbnailUrl} alt="" style={{ fontSize: size * 0.43 }}>
        {initials(fullName(user))}
      </Avatar>
    </span>
  )
}
