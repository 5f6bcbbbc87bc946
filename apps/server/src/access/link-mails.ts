interface Recipient {
  user_name: string
  first_name: string
  email: string
}

interface Linked {
  url: string
  productName: string
}

export function forgottenMail(user: Recipient, { url, productName }: Linked) {
  return {
    recipient: user.email,
    subject: `A new password for ${productName}`,
    text: [
      `Hello ${user.first_name || user.user_name},`,
      `somebody, most likely you, asked for a new password for ${productName}. Choose it here, within an hour:`,
      url,
      `Your user name is ${user.user_name}. If it was not you, nothing needs to be done: your password stays as it is.`,
    ].join('\n\n'),
  }
}

export function invitationMail(user: Recipient, { url, productName }: Linked) {
  return {
    recipient: user.email,
    subject: `Welcome to ${productName}`,
    text: [
      `Hello ${user.first_name || user.user_name},`,
      `you have an account at ${productName}. Choose your password here, within seven days:`,
      url,
      `Your user name is ${user.user_name}.`,
    ].join('\n\n'),
  }
}
