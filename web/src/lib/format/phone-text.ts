/** +91 98765 43210, as Indian numbers are read; those of other countries stay as they came. */
export function phoneText(phone: string): string {
  return phone.replace(/^\+91(\d{5})(\d{5})$/, "+91 $1 $2");
}
