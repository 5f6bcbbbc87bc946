import classes from '#web/ui/Logo.module.css'

interface LogoProps {
  name: string
  isLarge?: boolean
}

/** The mark, a blue square with the bars of a voice, and the product's name. */
export function Logo({ name, isLarge = false }: LogoProps) {
  const size = isLarge ? 34 : 26
  return (
    <span className={classes.logo}>
      <img src="/favicon.svg" alt="" width={size} height={size} />
      <span className={isLarge ? classes.largeName : classes.name}>{name}</span>
    </span>
  )
}
