import { button, paragraph, type Fact, type MailTable } from "./mail.ts";
import { disagree } from "./money-mails.ts";
import { asWritten, filled, type Words } from "./words.ts";

interface TemporaryPassword {
  password: string;
  publicUrl: string;
}

export interface AccountMailValues {
  welcome: TemporaryPassword;
  "temporary-password": TemporaryPassword;
  "confirmation-code": { code: string; action: Words; facts: Fact[]; expiresAt: Date };
  /** The address is not proven yet and may be a stranger's, so the mail names no member. */
  "new-address-code": { code: string; expiresAt: Date };
  "email-set": { heldUntil: Date | undefined; passkeysEnded: number };
  "email-replaced": {
    newAddress: string;
    reason: string;
    heldUntil: Date | undefined;
    passkeysEnded: number;
  };
  "pan-corrected": { nameInPan: string; maskedNumber: string; reason: string };
  /** What was not corrected is undefined. */
  "profile-corrected": {
    changed: Words;
    name: string | undefined;
    mobileNumber: string | undefined;
    reason: string;
  };
  "account-blocked": { reason: string };
  "account-frozen": object;
  "account-frozen-by-support": { reason: string };
  "account-closed": { kycYears: number; taxYears: number };
  "account-unblocked": { reason: string; publicUrl: string };
  "access-reset": TemporaryPassword & {
    reason: string;
    turnsOffAuthenticator: boolean;
    passkeysEnded: number;
  };
  "support-received": { reference: string };
  "support-reply": {
    reference: string;
    /** Null where the address was typed: it may be anybody's, so the mail says nothing that its reader did not write. */
    memberName: string | null;
    refId: string;
    answer: string;
    /** What is answered: the message, or what its member added to it. */
    message: string;
    writtenAt: Date;
    /** Where its member reads it in the portal and answers; null where it was not written there. */
    threadUrl: string | null;
  };
}

const temporaryPassword = ({ password }: TemporaryPassword) =>
  ({
    kind: "code",
    label: { en: "Your temporary password is", hi: "आपका अस्थायी पासवर्ड यह है:" },
    code: password,
  }) as const;
const signIn = ({ publicUrl }: { publicUrl: string }) =>
  button({ en: "Sign in", hi: "लॉगिन करें" }, `${publicUrl}/login`);

const passkeyFact = (ended: number) =>
  ({ label: "Passkeys ended", value: ended > 0 ? String(ended) : undefined }) satisfies Fact;

const authenticatorTurnedOff: Words = {
  en: " Your authenticator app was turned off; you can set it up again.",
  hi: " आपका ऑथेंटिकेटर ऐप बंद कर दिया गया है; आप इसे फिर से चालू कर सकते हैं।",
};

export const accountMails: MailTable<AccountMailValues> = {
  welcome: {
    subject: { en: "Welcome to FC Portal", hi: "FC Portal में आपका स्वागत है" },
    preheader: (_, { to: { refId = "" } }) =>
      filled({ en: "Your user ID is {refId}", hi: "आपकी यूज़र ID {refId} है" }, { refId }),
    heading: (_, { to: { name } }) => filled({ en: "Welcome, {name}", hi: "स्वागत है, {name}" }, { name }),
    text: {
      en: "Your account is ready. Sign in with your user ID and this temporary password.",
      hi: "आपका खाता तैयार है। अपनी यूज़र ID और इस अस्थायी पासवर्ड से लॉगिन करें।",
    },
    greetsItself: true,
    beforeFacts: (values) => [temporaryPassword(values)],
    facts: () => [],
    afterFacts: (values) => [
      signIn(values),
      paragraph({
        en: "It works once and for 7 days. You then choose a password of your own.",
        hi: "यह केवल एक बार और 7 दिनों तक काम करता है। उसके बाद आप अपना पासवर्ड चुनेंगे।",
      }),
    ],
    note: {
      en: "If you did not register, somebody used your e-mail address by mistake. Please write to support.",
      hi: "अगर आपने पंजीकरण नहीं किया है, तो किसी ने गलती से आपका ई-मेल पता इस्तेमाल किया है। कृपया सपोर्ट टीम को लिखें।",
    },
  },
  "temporary-password": {
    subject: { en: "Your temporary FC Portal password", hi: "आपका अस्थायी FC Portal पासवर्ड" },
    preheader: { en: "It works once, for 30 minutes", hi: "यह केवल एक बार, 30 मिनट तक काम करता है" },
    heading: { en: "Your temporary password", hi: "आपका अस्थायी पासवर्ड" },
    text: {
      en: "sign in with this password and choose a new one.",
      hi: "इस पासवर्ड से लॉगिन करें और नया पासवर्ड चुनें।",
    },
    beforeFacts: (values) => [temporaryPassword(values)],
    facts: () => [],
    afterFacts: (values) => [
      signIn(values),
      paragraph({
        en: "It works once and for 30 minutes. Your old password keeps working until you use it.",
        hi: "यह केवल एक बार और 30 मिनट तक काम करता है। जब तक आप इसका उपयोग नहीं करते, आपका पुराना पासवर्ड काम करता रहेगा।",
      }),
    ],
    note: {
      en: "If you did not ask for this, you need not do anything: nobody can use it without reading your mail.",
      hi: "अगर आपने इसे नहीं माँगा था, तो आपको कुछ करने की ज़रूरत नहीं है: आपका मेल पढ़े बिना कोई इसका उपयोग नहीं कर सकता।",
    },
  },
  "confirmation-code": {
    // The subject has no code, because the outbox keeps it longer than the body.
    subject: ({ action: { en, hi } }) =>
      filled(
        { en: "Your FC Portal code: {action}", hi: "आपका FC Portal कोड: {action}" },
        { action: { en: `${en.charAt(0).toLowerCase()}${en.slice(1)}`, hi } },
      ),
    preheader: ({ code }) => filled({ en: "{code} is your code", hi: "आपका कोड {code} है" }, { code }),
    heading: ({ action }) => action,
    text: { en: "enter this code to confirm:", hi: "पुष्टि के लिए यह कोड डालें:" },
    beforeFacts: ({ code }) => [{ kind: "code", code }],
    facts: ({ facts, expiresAt }) => [...facts, { label: "Valid until", value: expiresAt }],
    note: {
      en: "If you did not ask for this, somebody may be signed in as you. Do not share the code, and change your password.",
      hi: "अगर आपने इसे नहीं माँगा था, तो हो सकता है कि कोई और आपके खाते में लॉगिन हो। कोड किसी को न बताएँ और अपना पासवर्ड बदलें।",
    },
  },
  "new-address-code": {
    audience: () => "stranger",
    subject: {
      en: "Your FC Portal code: confirm this e-mail address",
      hi: "आपका FC Portal कोड: इस ई-मेल पते की पुष्टि करें",
    },
    preheader: ({ code }) => filled({ en: "{code} is your code", hi: "आपका कोड {code} है" }, { code }),
    heading: { en: "Confirm this e-mail address", hi: "इस ई-मेल पते की पुष्टि करें" },
    text: {
      en: "Somebody entered this address as the new one of an FC Portal account. If it was you, enter this code there:",
      hi: "किसी ने यह पता एक FC Portal खाते के नए पते के रूप में डाला है। अगर यह आप थे, तो वहाँ यह कोड डालें:",
    },
    greetsItself: true,
    beforeFacts: ({ code }) => [{ kind: "code", code }],
    facts: ({ expiresAt }) => [{ label: "Valid until", value: expiresAt }],
    note: {
      en: "If it was not you, you need not do anything: without the code this address is not used.",
      hi: "अगर यह आप नहीं थे, तो आपको कुछ नहीं करना है: कोड के बिना इस पते का उपयोग नहीं होगा।",
    },
  },
  "email-set": {
    subject: {
      en: "This is now your FC Portal e-mail address",
      hi: "अब यह आपका FC Portal ई-मेल पता है",
    },
    heading: { en: "Your new e-mail address", hi: "आपका नया ई-मेल पता" },
    text: {
      en: "codes, temporary passwords and notices of your account now come to this address.",
      hi: "आपके खाते के कोड, अस्थायी पासवर्ड और सूचनाएँ अब इस पते पर आएँगी।",
    },
    facts: ({ heldUntil, passkeysEnded }, { now }) => [
      { label: "When", value: now },
      { label: "Coin withdrawals on hold until", value: heldUntil },
      passkeyFact(passkeysEnded),
    ],
    note: {
      en: "If this is not your account, please write to support.",
      hi: "अगर यह आपका खाता नहीं है, तो कृपया सपोर्ट टीम को लिखें।",
    },
    notMe: true,
  },
  "email-replaced": {
    subject: {
      en: "Your FC Portal e-mail address was changed",
      hi: "आपका FC Portal ई-मेल पता बदला गया",
    },
    text: {
      en: "we changed the e-mail address of your account and signed out every device. Codes and notices no longer come to this address.",
      hi: "हमने आपके खाते का ई-मेल पता बदल दिया है और सभी डिवाइस लॉगआउट कर दिए हैं। कोड और सूचनाएँ अब इस पते पर नहीं आएँगी।",
    },
    facts: ({ newAddress, reason, heldUntil, passkeysEnded }, { now }) => [
      { label: "New address", value: newAddress },
      { label: "Reason", value: reason },
      { label: "When", value: now },
      { label: "Coin withdrawals on hold until", value: heldUntil },
      passkeyFact(passkeysEnded),
    ],
    note: {
      en: "If you did not ask for this, somebody pretended to be you: write to support at once, from the login page.",
      hi: "अगर आपने इसे नहीं माँगा था, तो किसी ने आपके नाम से ऐसा करवाया है: लॉगिन पेज से तुरंत सपोर्ट टीम को लिखें।",
    },
    notMe: true,
  },
  "pan-corrected": {
    subject: {
      en: "Your FC Portal PAN details were corrected",
      hi: "आपका FC Portal PAN विवरण सुधारा गया",
    },
    text: {
      en: "we corrected your PAN details. The earlier ones stay on record.",
      hi: "हमने आपका PAN विवरण सुधार दिया है। पहले का विवरण रिकॉर्ड में रहेगा।",
    },
    facts: ({ nameInPan, maskedNumber, reason }, { now }) => [
      { label: "Name in PAN", value: nameInPan },
      { label: "PAN number", value: maskedNumber },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: disagree,
    notMe: true,
  },
  "profile-corrected": {
    subject: {
      en: "Your FC Portal profile was corrected",
      hi: "आपकी FC Portal प्रोफ़ाइल सुधारी गई",
    },
    text: {
      en: "we corrected your profile. Nothing else was changed.",
      hi: "हमने आपकी प्रोफ़ाइल सुधार दी है। और कुछ नहीं बदला गया।",
    },
    facts: ({ changed, name, mobileNumber, reason }, { now }) => [
      { label: "Changed", value: changed },
      { label: "New name", value: name },
      { label: "New mobile number", value: mobileNumber },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: disagree,
    notMe: true,
  },
  "account-blocked": {
    subject: { en: "Your FC Portal account was blocked", hi: "आपका FC Portal खाता ब्लॉक किया गया" },
    text: {
      en: "you were signed out everywhere and cannot sign in for now. Your coins stay yours and your stakes go on earning.",
      hi: "आपको हर जगह से लॉगआउट कर दिया गया है और अभी आप लॉगिन नहीं कर सकते। आपके कॉइन आपके ही रहेंगे और आपके स्टेक पर रिटर्न मिलता रहेगा।",
    },
    facts: ({ reason }, { now }) => [
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: disagree,
  },
  "account-closed": {
    subject: { en: "Your FC Portal account is closed", hi: "आपका FC Portal खाता बंद हो गया है" },
    text: ({ kycYears, taxYears }) =>
      filled(
        {
          en: "your data was erased, and nobody can sign in any more. By law we keep the check of your PAN card for {kycYears} years and the tax records for {taxYears} years, if there are any; then they are erased too. Your e-mail address can be used for a new account.",
          hi: "आपका डेटा मिटा दिया गया है और अब कोई लॉगिन नहीं कर सकता। कानून के अनुसार हम आपके PAN कार्ड की जाँच {kycYears} वर्ष और कर के रिकॉर्ड {taxYears} वर्ष रखते हैं, यदि हों; फिर वे भी मिटा दिए जाते हैं। आपका ई-मेल पता नए खाते के लिए इस्तेमाल हो सकता है।",
        },
        { kycYears: String(kycYears), taxYears: String(taxYears) },
      ),
    facts: (_, { now }) => [{ label: "When", value: now }],
    note: {
      en: "This is the last mail to this address. Thank you for having been with us.",
      hi: "इस पते पर यह आख़िरी मेल है। हमारे साथ रहने के लिए धन्यवाद।",
    },
  },
  "account-frozen": {
    subject: { en: "Your FC Portal account was frozen", hi: "आपका FC Portal खाता फ़्रीज़ किया गया" },
    text: {
      en: "“This was not me” was chosen in one of our mails. You were signed out everywhere, nobody can sign in, and no withdrawal is paid until our support has looked. Your coins stay yours and your stakes go on earning.",
      hi: "हमारे एक मेल में “यह मैंने नहीं किया” चुना गया। आपको हर जगह से लॉगआउट कर दिया गया है, कोई लॉगिन नहीं कर सकता, और हमारी सपोर्ट टीम की जाँच तक किसी निकासी का भुगतान नहीं होगा। आपके कॉइन आपके ही रहेंगे और आपके स्टेक पर रिटर्न मिलता रहेगा।",
    },
    facts: (_, { now, origin }) => [
      { label: "When", value: now },
      { label: "Device", value: origin?.device },
      { label: "Internet address", value: origin?.ip },
    ],
    note: {
      en: "Please write to support from the login page what happened, so that your account can be opened again. If you did not choose this, somebody else reads your mail: change the password of your mailbox.",
      hi: "कृपया लॉगिन पेज से सपोर्ट टीम को लिखें कि क्या हुआ, ताकि आपका खाता फिर खोला जा सके। अगर यह आपने नहीं चुना, तो कोई और आपका मेल पढ़ रहा है: अपने मेलबॉक्स का पासवर्ड बदलें।",
    },
  },
  "account-frozen-by-support": {
    subject: { en: "Your FC Portal account was frozen", hi: "आपका FC Portal खाता फ़्रीज़ किया गया" },
    text: {
      en: "we froze your account to protect it, because somebody else may have got into it. You were signed out everywhere, nobody can sign in, and no withdrawal is paid until our support has looked. Your coins stay yours and your stakes go on earning.",
      hi: "हमने आपके खाते की सुरक्षा के लिए उसे फ़्रीज़ कर दिया है, क्योंकि हो सकता है कि कोई और उसमें पहुँच गया हो। आपको हर जगह से लॉगआउट कर दिया गया है, कोई लॉगिन नहीं कर सकता, और हमारी सपोर्ट टीम की जाँच तक किसी निकासी का भुगतान नहीं होगा। आपके कॉइन आपके ही रहेंगे और आपके स्टेक पर रिटर्न मिलता रहेगा।",
    },
    facts: ({ reason }, { now }) => [
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: {
      en: "Please write to support from the login page what happened, so that your account can be opened again.",
      hi: "कृपया लॉगिन पेज से सपोर्ट टीम को लिखें कि क्या हुआ, ताकि आपका खाता फिर खोला जा सके।",
    },
  },
  "account-unblocked": {
    subject: { en: "Your FC Portal account was unblocked", hi: "आपका FC Portal खाता अनब्लॉक किया गया" },
    text: {
      en: "you can sign in again with the password from before.",
      hi: "अब आप अपने पहले वाले पासवर्ड से फिर लॉगिन कर सकते हैं।",
    },
    facts: ({ reason }, { now }) => [
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    afterFacts: (values) => [signIn(values)],
    note: null,
  },
  "access-reset": {
    subject: { en: "Your FC Portal access was reset", hi: "आपका FC Portal एक्सेस रीसेट किया गया" },
    text: ({ turnsOffAuthenticator }) =>
      filled(
        {
          en: "you were signed out everywhere and your old password is void. Sign in with this temporary one and choose a new password.{more}",
          hi: "आपको हर जगह से लॉगआउट कर दिया गया है और आपका पुराना पासवर्ड अब मान्य नहीं है। इस अस्थायी पासवर्ड से लॉगिन करें और नया पासवर्ड चुनें।{more}",
        },
        { more: turnsOffAuthenticator ? authenticatorTurnedOff : "" },
      ),
    facts: ({ reason, passkeysEnded }, { now }) => [
      { label: "Reason", value: reason },
      { label: "When", value: now },
      passkeyFact(passkeysEnded),
    ],
    afterFacts: (values) => [
      temporaryPassword(values),
      signIn(values),
      paragraph({
        en: "It works once and for 24 hours.",
        hi: "यह केवल एक बार और 24 घंटे तक काम करता है।",
      }),
    ],
    note: {
      en: "If you did not ask for this, please write to support. Nobody can use the password without reading your mail.",
      hi: "अगर आपने इसे नहीं माँगा था, तो कृपया सपोर्ट टीम को लिखें। आपका मेल पढ़े बिना कोई इस पासवर्ड का उपयोग नहीं कर सकता।",
    },
    notMe: true,
  },
  "support-received": {
    subject: ({ reference }) =>
      filled(
        {
          en: "We received your support message ({reference})",
          hi: "आपका सहायता संदेश हमें मिल गया है ({reference})",
        },
        { reference },
      ),
    heading: { en: "We received your message", hi: "आपका संदेश हमें मिल गया है" },
    text: {
      en: "thank you for writing. We answer by e-mail.",
      hi: "हमें लिखने के लिए धन्यवाद। हम ई-मेल से जवाब देंगे।",
    },
    facts: ({ reference }, { to, now }) => [
      { label: "Reference", value: reference },
      { label: "User ID", value: to.refId },
      { label: "Received", value: now },
    ],
    note: {
      en: "If you did not write to us, somebody entered your user ID on the login page. Nothing was changed.",
      hi: "अगर आपने हमें नहीं लिखा, तो किसी ने लॉगिन पेज पर आपकी यूज़र ID डाली है। कुछ भी बदला नहीं गया है।",
    },
  },
  "support-reply": {
    audience: ({ memberName }) => (memberName === null ? "stranger" : "member"),
    subject: ({ reference }) =>
      filled(
        { en: "Re: your support message ({reference})", hi: "Re: आपका सहायता संदेश ({reference})" },
        { reference },
      ),
    heading: { en: "Our answer to your message", hi: "आपके संदेश का हमारा जवाब" },
    text: ({ memberName }) =>
      memberName === null
        ? { en: "Hello,", hi: "नमस्ते," }
        : filled({ en: "Hello {name},", hi: "नमस्ते {name}," }, { name: memberName }),
    greetsItself: true,
    beforeFacts: ({ answer }) => [paragraph(asWritten(answer))],
    facts: ({ reference, refId, writtenAt }) => [
      { label: "Reference", value: reference },
      { label: "User ID", value: refId },
      { label: "You wrote", value: writtenAt },
    ],
    afterFacts: ({ message, threadUrl }) => [
      { kind: "note", title: { en: "Your message", hi: "आपका संदेश" }, text: asWritten(message) },
      ...(threadUrl === null
        ? []
        : [button({ en: "Answer in the portal", hi: "पोर्टल में जवाब दें" }, threadUrl)]),
    ],
    note: {
      en: "Please do not reply to this mail. Write again on the Support page and quote the reference. We never ask for your password or a code.",
      hi: "कृपया इस मेल का जवाब न दें। सहायता पेज पर फिर से लिखें और यह रेफ़रेंस नंबर बताएँ। हम आपका पासवर्ड या कोड कभी नहीं माँगते।",
    },
  },
};
