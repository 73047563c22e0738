import type { Fact, MailDefinition, MailTable } from "./mail.ts";
import type { Words } from "./words.ts";

/** What the mail about a sensitive change needs, by the kind of event that the Security page shows for it. */
export interface ChangeValues {
  "password-changed": { heldUntil: Date | undefined };
  "temporary-password-used": object;
  "profile-changed": { changed: Words; newValues: Fact[] };
  "bank-changed": { account: Fact[] };
  "pan-added": { nameInPan: string; maskedNumber: string };
  "email-changed": { newAddress: string; heldUntil: Date | undefined };
  "fmdc-changed": { address: string };
  "coin-address-changed": { address: string; before: string | undefined; heldUntil: Date | undefined };
  "coin-address-proven": { address: string };
  "mail-phrase-set": object;
  "mail-phrase-removed": object;
  "device-signed-out": { signedOut: Words };
  "others-signed-out": { count: string };
  "authenticator-on": object;
  "authenticator-off": object;
  "recovery-codes-renewed": object;
  "recovery-code-used": { left: number };
  "passkey-added": { name: string };
  "passkey-ended": { name: string };
  "passkeys-ended": { count: string };
  "passkey-copied": { name: string };
  "confirms-by-passkey": object;
  "confirms-by-mail": object;
  "data-saved": object;
  "closure-asked": { dueAt: Date };
  "closure-taken-back": object;
}

export type ChangeKind = keyof ChangeValues;

/** For a change that only somebody who is signed in can make. */
const ifNotYou: Words = {
  en: "If this was not you, somebody may be signed in as you: change your password at once, which signs out every other device, or freeze your account with the button below, and write to support.",
  hi: "अगर यह आपने नहीं किया, तो हो सकता है कि कोई और आपके खाते में लॉगिन हो: तुरंत अपना पासवर्ड बदलें, इससे बाकी सभी डिवाइस लॉगआउट हो जाएँगे, या नीचे दिए बटन से अपना खाता फ़्रीज़ करें, और सपोर्ट टीम को लिखें।",
};

/** For a passkey, which stays with its owner until it is ended. */
const ifNotYouPasskey: Words = {
  en: "If this was not you, somebody may be signed in as you: change your password at once, which ends all passkeys and signs out every other device, or freeze your account with the button below, and write to support.",
  hi: "अगर यह आपने नहीं किया, तो हो सकता है कि कोई और आपके खाते में लॉगिन हो: तुरंत अपना पासवर्ड बदलें, इससे सभी पासकी समाप्त हो जाएँगी और बाकी सभी डिवाइस लॉगआउट हो जाएँगे, या नीचे दिए बटन से अपना खाता फ़्रीज़ करें, और सपोर्ट टीम को लिखें।",
};

/** A mail about a change ends its facts with when and from where it was made, so that its reader can judge it. */
function change<Values>(
  definition: Omit<MailDefinition<Values>, "facts"> & { facts?: (values: Values) => Fact[] },
): MailDefinition<Values> {
  return {
    ...definition,
    notMe: true,
    facts: (values, { now, origin }) => [
      ...(definition.facts?.(values) ?? []),
      { label: "When", value: now },
      { label: "Device", value: origin?.device },
      { label: "Internet address", value: origin?.ip },
    ],
  };
}

export const changeMails: MailTable<ChangeValues> = {
  "data-saved": change({
    subject: { en: "Your FC Portal data was saved as a file", hi: "आपका FC Portal डेटा फ़ाइल में सहेजा गया" },
    heading: { en: "All your data was saved as a file", hi: "आपका सारा डेटा फ़ाइल में सहेजा गया" },
    text: {
      en: "the file has everything that we hold about you, also PAN and bank details. Keep it where nobody else reads it.",
      hi: "फ़ाइल में वह सब है जो हमारे पास आपके बारे में है, PAN और बैंक विवरण भी। इसे ऐसी जगह रखें जहाँ कोई और न पढ़े।",
    },
    note: ifNotYou,
  }),
  "closure-asked": change({
    subject: { en: "Your FC Portal account will be closed", hi: "आपका FC Portal खाता बंद होगा" },
    text: {
      en: "you asked for it. Until the time below you can take it back in the portal, under My data, and withdraw what still comes in. Then your data is erased, and it cannot be brought back.",
      hi: "आपने इसका अनुरोध किया है। नीचे दिए समय तक आप पोर्टल में ‘मेरा डेटा’ में इसे वापस ले सकते हैं और जो आए उसे निकाल सकते हैं। उसके बाद आपका डेटा मिटा दिया जाता है और वापस नहीं लाया जा सकता।",
    },
    facts: ({ dueAt }) => [{ label: "Closed and erased from", value: dueAt }],
    note: ifNotYou,
  }),
  "closure-taken-back": change({
    subject: { en: "Your FC Portal account stays open", hi: "आपका FC Portal खाता खुला रहेगा" },
    text: {
      en: "it will not be closed, and nothing is erased.",
      hi: "यह बंद नहीं होगा और कुछ भी मिटाया नहीं जाएगा।",
    },
    note: ifNotYou,
  }),
  "password-changed": change({
    subject: { en: "Your FC Portal password was changed", hi: "आपका FC Portal पासवर्ड बदला गया" },
    text: { en: "every other device was signed out.", hi: "बाकी सभी डिवाइस लॉगआउट कर दिए गए हैं।" },
    facts: ({ heldUntil }) => [{ label: "Coin withdrawals on hold until", value: heldUntil }],
    note: {
      en: "If this was not you, freeze your account with the button below at once, and write to support.",
      hi: "अगर यह आपने नहीं किया, तो तुरंत नीचे दिए बटन से अपना खाता फ़्रीज़ करें और सपोर्ट टीम को लिखें।",
    },
  }),
  "temporary-password-used": change({
    subject: {
      en: "Your FC Portal temporary password was used",
      hi: "आपके FC Portal अस्थायी पासवर्ड का उपयोग हुआ",
    },
    text: {
      en: "somebody signed in with the temporary password that we mailed to you. The old password is void.",
      hi: "जो अस्थायी पासवर्ड हमने आपको मेल किया था, उससे किसी ने लॉगिन किया है। पुराना पासवर्ड अब मान्य नहीं है।",
    },
    note: {
      en: "If this was not you, somebody reads your mail: freeze your account with the button below, change the password of your mailbox, and write to support.",
      hi: "अगर यह आप नहीं थे, तो कोई आपका मेल पढ़ रहा है: नीचे दिए बटन से अपना खाता फ़्रीज़ करें, अपने मेलबॉक्स का पासवर्ड बदलें और सपोर्ट टीम को लिखें।",
    },
  }),
  "profile-changed": change({
    subject: { en: "Your FC Portal profile was changed", hi: "आपकी FC Portal प्रोफ़ाइल बदली गई" },
    text: { en: "your profile was changed.", hi: "आपकी प्रोफ़ाइल बदल दी गई है।" },
    facts: ({ changed, newValues }) => [{ label: "Changed", value: changed }, ...newValues],
    note: ifNotYou,
  }),
  "bank-changed": change({
    subject: { en: "Your FC Portal bank details were changed", hi: "आपका FC Portal बैंक विवरण बदला गया" },
    text: { en: "your bank details were changed.", hi: "आपका बैंक विवरण बदल दिया गया है।" },
    facts: ({ account }) => account,
    note: ifNotYou,
  }),
  "pan-added": change({
    subject: { en: "Your FC Portal PAN details were added", hi: "आपका FC Portal PAN विवरण जोड़ा गया" },
    text: {
      en: "your PAN details were added. They cannot be changed any more.",
      hi: "आपका PAN विवरण जोड़ दिया गया है। अब इसे बदला नहीं जा सकता।",
    },
    facts: ({ nameInPan, maskedNumber }) => [
      { label: "Name in PAN", value: nameInPan },
      { label: "PAN number", value: maskedNumber },
    ],
    note: ifNotYou,
  }),
  "email-changed": change({
    subject: {
      en: "Your FC Portal e-mail address was changed",
      hi: "आपका FC Portal ई-मेल पता बदला गया",
    },
    text: {
      en: "codes and notices of your account no longer come to this address. Every other device was signed out.",
      hi: "आपके खाते के कोड और सूचनाएँ अब इस पते पर नहीं आएँगी। बाकी सभी डिवाइस लॉगआउट कर दिए गए हैं।",
    },
    facts: ({ newAddress, heldUntil }) => [
      { label: "New address", value: newAddress },
      { label: "Coin withdrawals on hold until", value: heldUntil },
    ],
    note: {
      en: "If this was not you, somebody is signed in as you and reads your mail: freeze your account with the button below, or change your password at once, in the portal and of this mailbox, and write to support from the login page.",
      hi: "अगर यह आपने नहीं किया, तो कोई आपके खाते में लॉगिन है और आपका मेल पढ़ रहा है: नीचे दिए बटन से अपना खाता फ़्रीज़ करें, या पोर्टल और इस मेलबॉक्स, दोनों का पासवर्ड तुरंत बदलें, और लॉगिन पेज से सपोर्ट टीम को लिखें।",
    },
  }),
  "mail-phrase-set": change({
    subject: {
      en: "Your FC Portal mails now have your phrase",
      hi: "आपके FC Portal मेल में अब आपका पहचान वाक्य है",
    },
    text: {
      en: "from now on the phrase that you chose stands in every mail from us. A mail without it is not ours.",
      hi: "अब से आपका चुना हुआ वाक्य हमारे हर मेल में होगा। जिस मेल में वह न हो, वह हमारा नहीं है।",
    },
    note: ifNotYou,
  }),
  "mail-phrase-removed": change({
    subject: {
      en: "The phrase was removed from your FC Portal mails",
      hi: "आपके FC Portal मेल से पहचान वाक्य हटाया गया",
    },
    heading: { en: "Your phrase was removed", hi: "आपका पहचान वाक्य हटाया गया" },
    text: {
      en: "mails from us no longer have a phrase of your own.",
      hi: "हमारे मेल में अब आपका कोई पहचान वाक्य नहीं होगा।",
    },
    note: ifNotYou,
  }),
  "fmdc-changed": change({
    subject: { en: "Your FC Portal FMDC address was set", hi: "आपका FC Portal FMDC पता दर्ज हुआ" },
    text: {
      en: "your FMDC address was set. It cannot be changed any more.",
      hi: "आपका FMDC पता दर्ज हो गया है। अब इसे बदला नहीं जा सकता।",
    },
    facts: ({ address }) => [{ label: "FMDC address", value: address }],
    note: ifNotYou,
  }),
  "coin-address-changed": change({
    subject: ({ before }) =>
      before
        ? { en: "Your FC Portal free coin address was changed", hi: "आपका FC Portal फ़्री कॉइन पता बदला गया" }
        : { en: "Your FC Portal free coin address was set", hi: "आपका FC Portal फ़्री कॉइन पता दर्ज हुआ" },
    heading: ({ before }) =>
      before
        ? { en: "Your free coin address was changed", hi: "आपका फ़्री कॉइन पता बदला गया" }
        : { en: "Your free coin address was set", hi: "आपका फ़्री कॉइन पता दर्ज हुआ" },
    text: ({ before }) =>
      before
        ? {
            en: "withdrawn coins now go to another address.",
            hi: "निकाले गए कॉइन अब किसी दूसरे पते पर जाएँगे।",
          }
        : {
            en: "withdrawn coins now go to the address below.",
            hi: "निकाले गए कॉइन अब नीचे दिए पते पर जाएँगे।",
          },
    facts: ({ address, before, heldUntil }) => [
      { label: "Send coins to", value: address },
      { label: "No longer to", value: before || undefined },
      { label: "Coin withdrawals on hold until", value: heldUntil },
    ],
    note: ifNotYou,
  }),
  "coin-address-proven": change({
    subject: { en: "Your FC Portal coin address was proven", hi: "आपका FC Portal कॉइन पता प्रमाणित हुआ" },
    heading: { en: "Your coin address was proven", hi: "आपका कॉइन पता प्रमाणित हुआ" },
    text: {
      en: "a signature of the address below was entered in your account, so large withdrawals can go to it.",
      hi: "आपके खाते में नीचे दिए पते का हस्ताक्षर दर्ज किया गया है, इसलिए बड़ी निकासी इस पर जा सकती है।",
    },
    facts: ({ address }) => [{ label: "Send coins to", value: address }],
    note: ifNotYou,
  }),
  "device-signed-out": change({
    subject: {
      en: "Your FC Portal account was signed out on another device",
      hi: "आपका FC Portal खाता दूसरे डिवाइस पर लॉगआउट किया गया",
    },
    text: {
      en: "one of your devices was signed out from another one.",
      hi: "आपके एक डिवाइस को दूसरे डिवाइस से लॉगआउट किया गया है।",
    },
    facts: ({ signedOut }) => [{ label: "Signed out", value: signedOut }],
    note: ifNotYou,
  }),
  "others-signed-out": change({
    subject: {
      en: "Your FC Portal account was signed out on all other devices",
      hi: "आपका FC Portal खाता बाकी सभी डिवाइस पर लॉगआउट किया गया",
    },
    text: {
      en: "every device but the one below was signed out.",
      hi: "नीचे दिए डिवाइस को छोड़कर सभी डिवाइस लॉगआउट कर दिए गए हैं।",
    },
    facts: ({ count }) => [{ label: "Devices signed out", value: count }],
    note: ifNotYou,
  }),
  "authenticator-on": change({
    subject: {
      en: "Your FC Portal authenticator app was turned on",
      hi: "आपका FC Portal ऑथेंटिकेटर ऐप चालू किया गया",
    },
    text: {
      en: "withdrawals, transfers and new coin addresses, bank details or e-mail addresses now ask for its code beside the one that we mail.",
      hi: "निकासी, ट्रांसफ़र और नए कॉइन पते, बैंक विवरण या ई-मेल पते के लिए अब ई-मेल वाले कोड के साथ इसका कोड भी माँगा जाएगा।",
    },
    note: ifNotYou,
  }),
  "authenticator-off": change({
    subject: {
      en: "Your FC Portal authenticator app was turned off",
      hi: "आपका FC Portal ऑथेंटिकेटर ऐप बंद किया गया",
    },
    text: {
      en: "withdrawals, transfers and new coin addresses, bank details or e-mail addresses no longer ask for its code.",
      hi: "निकासी, ट्रांसफ़र और नए कॉइन पते, बैंक विवरण या ई-मेल पते के लिए अब इसका कोड नहीं माँगा जाएगा।",
    },
    note: ifNotYou,
  }),
  "recovery-codes-renewed": change({
    subject: { en: "Your FC Portal recovery codes were replaced", hi: "आपके FC Portal रिकवरी कोड बदले गए" },
    text: {
      en: "new recovery codes were made. The old ones are worth nothing any more.",
      hi: "नए रिकवरी कोड बनाए गए हैं। पुराने कोड अब किसी काम के नहीं रहे।",
    },
    note: ifNotYou,
  }),
  "recovery-code-used": change({
    subject: { en: "Your FC Portal recovery code was used", hi: "आपका FC Portal रिकवरी कोड इस्तेमाल हुआ" },
    text: {
      en: "one of your recovery codes was used in place of your authenticator app.",
      hi: "आपके ऑथेंटिकेटर ऐप की जगह आपका एक रिकवरी कोड इस्तेमाल हुआ है।",
    },
    facts: ({ left }) => [{ label: "Recovery codes left", value: String(left) }],
    note: ifNotYou,
  }),
  "passkey-added": change({
    subject: { en: "A passkey was added to FC Portal", hi: "FC Portal में पासकी जोड़ी गई" },
    heading: { en: "A passkey was added", hi: "पासकी जोड़ी गई" },
    text: {
      en: "the passkey below can now sign in to your account.",
      hi: "नीचे दी गई पासकी से अब आपके खाते में लॉगिन किया जा सकता है।",
    },
    facts: ({ name }) => [{ label: "Name", value: name }],
    note: ifNotYouPasskey,
  }),
  "passkey-ended": change({
    subject: { en: "A passkey of FC Portal was ended", hi: "FC Portal की पासकी समाप्त की गई" },
    heading: { en: "A passkey was ended", hi: "पासकी समाप्त की गई" },
    text: {
      en: "the passkey below no longer opens your account.",
      hi: "नीचे दी गई पासकी से अब आपका खाता नहीं खुलेगा।",
    },
    facts: ({ name }) => [{ label: "Name", value: name }],
    note: ifNotYou,
  }),
  "passkeys-ended": change({
    subject: { en: "Your FC Portal passkeys were ended", hi: "आपकी FC Portal पासकी समाप्त की गईं" },
    text: {
      en: "your password is new, or “This was not me” was chosen in a mail. Passkeys from before no longer open your account. You can add them again on the Security page.",
      hi: "आपका पासवर्ड नया है, या किसी मेल में “यह मैंने नहीं किया” चुना गया। पहले की पासकी से अब आपका खाता नहीं खुलेगा। सुरक्षा पेज पर आप उन्हें फिर जोड़ सकते हैं।",
    },
    facts: ({ count }) => [{ label: "Passkeys ended", value: count }],
    note: ifNotYou,
  }),
  "passkey-copied": change({
    subject: {
      en: "A passkey of FC Portal may have been copied",
      hi: "FC Portal की पासकी की नकल हुई हो सकती है",
    },
    heading: { en: "A passkey may have been copied", hi: "पासकी की नकल हुई हो सकती है" },
    text: {
      en: "the passkey below seems to exist twice, because its count of signatures went back. It was refused, and we have ended it.",
      hi: "लगता है कि नीचे दी गई पासकी दो जगह मौजूद है, क्योंकि उसके हस्ताक्षरों की गिनती पीछे चली गई। उसे अस्वीकार करके हमने समाप्त कर दिया है।",
    },
    facts: ({ name }) => [{ label: "Name", value: name }],
    note: ifNotYou,
  }),
  "confirms-by-passkey": change({
    subject: {
      en: "Your FC Portal changes are now confirmed by a passkey",
      hi: "आपके FC Portal बदलावों की पुष्टि अब पासकी से होगी",
    },
    heading: { en: "Changes are now confirmed by a passkey", hi: "बदलावों की पुष्टि अब पासकी से होगी" },
    text: {
      en: "your passkeys now confirm withdrawals, transfers and changes of your records in place of the codes.",
      hi: "निकासी, ट्रांसफ़र और आपके विवरण के बदलावों की पुष्टि अब कोड की जगह आपकी पासकी से होगी।",
    },
    note: ifNotYouPasskey,
  }),
  "confirms-by-mail": change({
    subject: {
      en: "Your FC Portal changes are confirmed by e-mail again",
      hi: "आपके FC Portal बदलावों की पुष्टि फिर ई-मेल से होगी",
    },
    heading: { en: "Changes are confirmed by e-mail again", hi: "बदलावों की पुष्टि फिर ई-मेल से होगी" },
    text: {
      en: "codes by e-mail confirm your changes again. Your passkeys still sign in.",
      hi: "आपके बदलावों की पुष्टि फिर ई-मेल वाले कोड से होगी। आपकी पासकी से लॉगिन होता रहेगा।",
    },
    note: ifNotYou,
  }),
};
