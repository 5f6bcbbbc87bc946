interface PersonNameProps {
  userName: string | null
  fullName: string
}

/** The full name of somebody, and the user name where the mouse rests on it. */
export function PersonName({ userName, fullName }: PersonNameProps) {
  if (userName === null || userName === fullName) return fullName
  return <span title={userName}>{fullName}</span>
}
